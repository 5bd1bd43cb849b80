import { Get, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type AppError } from '../../common/errors.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { TemplateArchives } from '../../templates/template-archives.js';
import { TemplateEntries } from '../../templates/template-entries.port.js';
import { refusalWords } from '../domain/refusal-words.js';
import { callerOf } from './caller-of.js';
import { TokenInParts } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type DocumentForm, DocumentForms, refusalIn } from './document-forms.js';
import { enteredIn, SentOnce } from './sent-once.js';
import { pageOfTemplate } from './template-drafts.js';

const MEGABYTE = 1024 * 1024;

/** Makes a template of one that was exported. */
@DashboardPages('/templates/import', 'templates')
export class TemplateImportController {
  constructor(
    private readonly archives: TemplateArchives,
    private readonly entries: TemplateEntries,
    private readonly forms: DocumentForms,
    private readonly shell: DashboardShell,
    private readonly once: SentOnce,
  ) {}

  @Get()
  show(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.page(visit, null);
  }

  /** A form that is sent twice makes one template. */
  @TokenInParts()
  @Post()
  async import(@CurrentVisit() visit: DashboardVisit, @Req() request: FastifyRequest): Promise<PageResult> {
    const make = async (form: DocumentForm) => {
      const id = await this.once.run(visit, 'template-import', enteredIn(form), async () => {
        const archive = await this.entries.archive(await form.file.read());
        return (await this.archives.import(callerOf(visit, request), archive)).id;
      });
      return new Redirect(`${pageOfTemplate(id)}?done=imported`);
    };
    try {
      return await this.forms.receive(visit, request, new Map(), make, this.entries.maxArchiveBytes);
    } catch (error) {
      return this.page(visit, refusalIn(error));
    }
  }

  private page(visit: DashboardVisit, refusal: AppError | null): Promise<Page> {
    const model = {
      megabytes: this.entries.maxArchiveBytes / MEGABYTE,
      accept: '.zip,application/zip',
      refused: refusal && refusalWords(refusal, 'archive'),
    };
    return this.shell.page(visit, 'template-import', model, refusal ? 400 : 200);
  }
}
