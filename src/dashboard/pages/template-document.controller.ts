import { Body, Get, Param, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { plainLine } from '../../common/plain-line.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { isImported } from '../../pdf/form-origin.js';
import { type ImportAccount } from '../../pdf/import-account.js';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { Download, type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { importOf, originOf } from '../../templates/domain/imported-documents.js';
import { type TemplateDefinition } from '../../templates/domain/template-content.js';
import { type TemplateDocument } from '../../templates/template.entity.js';
import { TemplateDocuments } from '../../templates/template-documents.js';
import { TemplateEntries } from '../../templates/template-entries.port.js';
import { TemplateFormImports } from '../../templates/template-form-imports.js';
import { TemplateVersions } from '../../templates/template-versions.js';
import { TemplatesService } from '../../templates/templates.service.js';
import { importedWords } from '../domain/imported-words.js';
import { refusalWords } from '../domain/refusal-words.js';
import { misfits } from '../domain/template-faults.js';
import { problemsOfDetails } from '../domain/template-problems.js';
import { callerOf } from './caller-of.js';
import { TokenInParts } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { DOCUMENT_LIMITS, type DocumentForm, DocumentForms, refusalIn } from './document-forms.js';
import { type Fields, textOf } from './form-fields.js';
import { enteredIn, SentOnce } from './sent-once.js';
import { revisionOf, TemplateDrafts, templateStep } from './template-drafts.js';

/** The document that the dashboard edits; the API can add further ones. */
const FIRST = 1;

/** The first step of a template: its name and document. */
@DashboardPages('/templates', 'templates')
export class TemplateDocumentController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly documents: TemplateDocuments,
    private readonly imports: TemplateFormImports,
    private readonly versions: TemplateVersions,
    private readonly entries: TemplateEntries,
    private readonly forms: DocumentForms,
    private readonly drafts: TemplateDrafts,
    private readonly shell: DashboardShell,
    private readonly once: SentOnce,
  ) {}

  @Get('new')
  showForm(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.newPage(visit, new Map(), null);
  }

  /**
   * Makes the template first: one, however often the form is sent. If its document is refused, the template's own page
   * asks for another.
   */
  @TokenInParts()
  @Post('new')
  async make(@CurrentVisit() visit: DashboardVisit, @Req() request: FastifyRequest): Promise<PageResult> {
    const typed = new Map<string, string>();
    try {
      return await this.forms.receive(visit, request, typed, async (form) => {
        const details = await this.entries.details({ name: nameIn(form).slice(0, MAX_NAME + 1) });
        const make = async () => (await this.templates.create(callerOf(visit, request), details)).id;
        const id = await this.once.run(visit, 'template', enteredIn(form), make);
        return this.drafts.ifActive(id, async () => {
          const { documents } = await this.drafts.open(visit, id);
          if (documents.length > 0) return new Redirect(templateStep(id, 'roles'));
          return this.attach(visit, request, id, form);
        });
      });
    } catch (error) {
      return this.newPage(visit, typed, refusalIn(error));
    }
  }

  @Get(':id/document')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.drafts.ifActive(id, () => this.documentPage(visit, id, null));
  }

  /** Replaces the document. Fields stay where they are, and those that do not fit are named. */
  @TokenInParts()
  @Post(':id/document')
  replace(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.drafts.ifActive(id, async () => {
      await this.drafts.open(visit, id);
      try {
        return await this.forms.receive(visit, request, new Map(), (form) =>
          this.attach(visit, request, id, form),
        );
      } catch (error) {
        return this.documentPage(visit, id, refusalIn(error));
      }
    });
  }

  /** Imports the form of the document as it was uploaded, and says which fields could not be imported, or only in part. */
  @Post(':id/document/form')
  importForm(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) templateId: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.drafts.ifActive(templateId, async () => {
      const revision = revisionOf(fields, await this.drafts.open(visit, templateId));
      try {
        const from = { templateId, n: FIRST, revision };
        const { report } = await this.imports.import(callerOf(visit, request), from, {});
        return await this.documentPage(visit, templateId, null, report);
      } catch (error) {
        return this.documentPage(visit, templateId, refusalIn(error));
      }
    });
  }

  /** Removes a document that was added by a program, with the fields on it. */
  @Post(':id/documents/:number/remove')
  remove(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('number', IdPipe) n: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.drafts.ifActive(id, async () => {
      await this.drafts.open(visit, id);
      try {
        await this.documents.remove(callerOf(visit, request), id, n, true);
      } catch (error) {
        return this.documentPage(visit, id, refusalIn(error));
      }
      return new Redirect(templateStep(id, 'document'));
    });
  }

  /** The PDF that signers will read. */
  @Get(':id/presented')
  async presented(
    @CurrentVisit() { organizationId }: DashboardVisit,
    @Param('id', IdPipe) templateId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Download> {
    const located = await this.versions.locateInDraft({ organizationId, templateId }, FIRST);
    const bytes = await this.versions.load(located, organizationId, reply);
    return new Download(bytes, located.mimeType, located.fileName, 'inline');
  }

  private async attach(
    visit: DashboardVisit,
    request: FastifyRequest,
    id: number,
    form: DocumentForm,
  ): Promise<PageResult> {
    const upload = { n: FIRST, file: form.file, name: nameIn(form).slice(0, MAX_NAME) };
    try {
      const { problems } = await this.documents.put(callerOf(visit, request), id, upload, form.signal);
      return new Redirect(templateStep(id, problems.length > 0 ? 'document' : 'roles'));
    } catch (error) {
      return this.documentPage(visit, id, refusalIn(error));
    }
  }

  private newPage(
    visit: DashboardVisit,
    typed: DocumentForm['texts'],
    refusal: AppError | null,
  ): Promise<Page> {
    const model = {
      ...DOCUMENT_LIMITS,
      name: textOf(typed.get('name')),
      problems: refusal ? problemsOfDetails(refusal) : {},
      refused: refusal && !refusal.details ? refusalWords(refusal, 'document') : null,
    };
    return this.shell.page(visit, 'template-new', model, refusal ? 400 : 200);
  }

  private async documentPage(
    visit: DashboardVisit,
    id: number,
    refusal: AppError | null,
    report: ImportAccount | null = null,
  ): Promise<PageResult> {
    const draft = await this.drafts.open(visit, id);
    const [document, ...others] = draft.documents;
    const model = () => ({
      ...DOCUMENT_LIMITS,
      ...{ document, others, imported: report && importedWords(report) },
      isForm: document && mayHaveForm(draft.template.definition, document),
      refused: refusal && refusalWords(refusal, 'document'),
      misfits: misfits(draft.template.definition, draft.problems),
    });
    return this.drafts.page(visit, draft, 'document', model, refusal ? 400 : 200);
  }
}

/** Whether it is a PDF whose form was not imported. */
const mayHaveForm = (definition: TemplateDefinition, { mimeType }: TemplateDocument) =>
  mimeType === MEDIA_TYPES.pdf.mimeType && !isImported(originOf(importOf(definition, FIRST)));

/** The name that was typed, or else that of the file. */
const nameIn = ({ fileName, texts }: DocumentForm) =>
  plainLine(texts.get('name') ?? '') || fileName.replace(/\.[A-Za-z]{2,4}$/, '');
