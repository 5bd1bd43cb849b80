import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { zipName, zipStream } from '../../common/zip-stream.js';
import { type Page, type PageResult, Redirect, StreamedDownload } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.js';
import { TemplateArchives } from '../../templates/template-archives.js';
import { TemplateEntries } from '../../templates/template-entries.port.js';
import { TemplatesService } from '../../templates/templates.service.js';
import { pageBefore, TEMPLATE_LIST } from '../domain/list-address.js';
import { problemsOfDetails } from '../domain/template-problems.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { SentOnce } from './sent-once.js';
import { pageOfTemplate } from './template-drafts.js';
import { TemplateListPages } from './template-list-pages.js';
import { TemplatePages } from './template-pages.js';

/** The organization's templates: the list, and the page of each. */
@DashboardPages('/templates', 'templates')
export class DashboardTemplatesController {
  constructor(
    private readonly listPages: TemplateListPages,
    private readonly pages: TemplatePages,
    private readonly templates: TemplatesService,
    private readonly entries: TemplateEntries,
    private readonly archives: TemplateArchives,
    private readonly downloads: Downloads,
    private readonly once: SentOnce,
  ) {}

  @Get()
  list(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    return this.listPages.show(visit, query);
  }

  @Get(':id')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() { done }: Fields,
  ): Promise<Page> {
    return this.pages.show(visit, id, { done });
  }

  /** Its name and description, which only members see. */
  @Post(':id/details')
  describe(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const name = textOf(fields.name).trim();
    const description = textOf(fields.description).trim().replaceAll('\r\n', '\n');
    return this.pages.orSay(visit, id, async () => {
      await this.templates.get({ organizationId: visit.organizationId, templateId: id });
      try {
        const details = await this.entries.details({ name, description });
        await this.templates.describe(callerOf(visit, request), id, details);
      } catch (error) {
        if (!(error instanceof AppError) || !error.details) throw error;
        const entered = { name, description, problems: problemsOfDetails(error) };
        return this.pages.show(visit, id, { details: entered }, 400);
      }
      return this.leadBack(visit, id, 'saved');
    });
  }

  /** Makes a template with the same draft: one, however often the form is sent. */
  @Post(':id/duplicate')
  duplicate(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.pages.orSay(visit, id, async () => {
      const duplicate = async () => (await this.templates.duplicate(callerOf(visit, request), id)).id;
      const copy = await this.once.run(visit, `template-copy:${id}`, fields, duplicate);
      return new Redirect(`${pageOfTemplate(copy)}?done=duplicated`);
    });
  }

  @Post(':id/archive')
  archive(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.pages.orSay(visit, id, async () => {
      await this.templates.archive(callerOf(visit, request), id);
      return this.leadBack(visit, id, 'archived');
    });
  }

  /** The draft as a ZIP archive, which any organization can import. */
  @Get(':id/export.zip')
  async export(
    @CurrentVisit() { organizationId }: DashboardVisit,
    @Param('id', IdPipe) templateId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamedDownload> {
    const { entries, sizeBytes, name } = await this.archives.export({ organizationId, templateId });
    return this.downloads.load(reply, { organizationId, sizeBytes }, () =>
      Promise.resolve(new StreamedDownload(zipStream(entries), 'application/zip', `${zipName(name)}.zip`)),
    );
  }

  private leadBack({ url }: DashboardVisit, id: number, done: string): Redirect {
    return new Redirect(pageBefore(url, TEMPLATE_LIST, id, { done }));
  }
}
