import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { plainLine } from '../../common/plain-line.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { MEDIA_TYPES } from '../../pdf/media-types.js';
import { Download, type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { DocumentDownloadService } from '../../signatures/documents/document-download.service.js';
import { DocumentUploadService } from '../../signatures/documents/document-upload.service.js';
import { SIGNATURE_TYPES } from '../../signatures/domain/signature.state.js';
import { FormImports } from '../../signatures/form/form-imports.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { SignaturesService } from '../../signatures/signatures.service.js';
import { documentNumber } from '../../signing/domain/document-number.js';
import { formOfRows } from '../domain/form-rows.js';
import { problemsOf } from '../domain/prepare-problems.js';
import { refusalWords } from '../domain/refusal-words.js';
import { callerOf } from './caller-of.js';
import { TokenInParts } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { DOCUMENT_LIMITS, type DocumentForm, DocumentForms, refusalIn } from './document-forms.js';
import { DraftDocumentPages } from './draft-document-pages.js';
import { addressOf, Drafts } from './drafts.js';
import { textOf } from './form-fields.js';
import { optionsOf } from './list-page.js';
import { enteredIn, SentOnce } from './sent-once.js';

/** The preselected type: signers get their links by mail and sign with a click. */
const USUAL_TYPE = 'fast';

/** The first step of a request made by hand: its type and document. */
@DashboardPages('/signatures', 'signatures')
export class PrepareDocumentController {
  constructor(
    private readonly input: RequestInput,
    private readonly signatures: SignaturesService,
    private readonly documents: DocumentUploadService,
    private readonly downloads: DocumentDownloadService,
    private readonly forms: DocumentForms,
    private readonly imports: FormImports,
    private readonly drafts: Drafts,
    private readonly pages: DraftDocumentPages,
    private readonly shell: DashboardShell,
    private readonly once: SentOnce,
  ) {}

  @Get('new')
  showForm(@CurrentVisit() visit: DashboardVisit): Promise<Page> {
    return this.newPage(visit, new Map(), null);
  }

  /**
   * Creates the draft first: one, however often the form is sent. If its document is refused, the draft's own page asks
   * for another.
   */
  @TokenInParts()
  @Post('new')
  async make(@CurrentVisit() visit: DashboardVisit, @Req() request: FastifyRequest): Promise<PageResult> {
    const typed = new Map<string, string>();
    try {
      return await this.forms.receive(visit, request, typed, async (form) => {
        const make = () => this.makeDraft(visit, request, form);
        const id = await this.once.run(visit, 'draft', enteredIn(form), make);
        return this.drafts.ifDraft(id, async () => {
          const { pageSizes } = await this.drafts.open(visit, id);
          if (pageSizes !== null) return new Redirect(addressOf(id, 'signers'));
          return this.attach(visit, request, id, form);
        });
      });
    } catch (error) {
      return this.newPage(visit, typed, refusalIn(error));
    }
  }

  @Get(':id/document')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.pages.show(visit, id);
  }

  /** Replaces the document. Fields placed on the previous one are removed; a form stays, or the document is refused. */
  @TokenInParts()
  @Post(':id/document')
  async replace(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    await this.drafts.open(visit, id);
    try {
      return await this.forms.receive(visit, request, new Map(), (form) =>
        this.attach(visit, request, id, form),
      );
    } catch (error) {
      return this.pages.show(visit, id, { refusal: refusalIn(error) });
    }
  }

  /** Imports the form of the document as it was uploaded; its fields are the first signer's until they are given to others. */
  @Post(':id/document/form')
  importForm(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const { plan, form } = await this.drafts.open(visit, id);
      if (plan === null) return new Redirect(addressOf(id, 'signers'));
      const known = Object.entries(form?.signers ?? {}).map(([role, email]): [string, string] => [
        email,
        role,
      ]);
      const people = plan.signers.map(({ email, name, order }) => ({ email, name, order }));
      const { roles, signers } = formOfRows([], people, new Map(known));
      const role = roles[0]!.key;
      try {
        const { report } = await this.imports.importOriginal(callerOf(visit, request), id, {
          roles,
          signers,
          role,
          fieldRoles: {},
        });
        return await this.pages.show(visit, id, { report });
      } catch (error) {
        return this.pages.show(visit, id, { refusal: refusalIn(error) });
      }
    });
  }

  /** A PDF that signers will read; the first without a number. */
  @Get(':id/presented')
  async presented(
    @CurrentVisit() { organizationId }: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('n') number?: unknown,
  ): Promise<Download> {
    const key = { organizationId, signatureId };
    const file = await this.downloads.ofDraft(key, reply, documentNumber(number));
    return new Download(file.bytes, file.mimeType, file.fileName, 'inline');
  }

  private async makeDraft(
    visit: DashboardVisit,
    request: FastifyRequest,
    { fileName, texts }: DocumentForm,
  ): Promise<number> {
    const bare = fileName.replace(/\.[A-Za-z]{2,4}$/, '');
    const details = await this.input.draft({
      type: texts.get('type'),
      originalDocumentName: (plainLine(texts.get('documentName') ?? '') || bare).slice(0, MAX_NAME + 1),
      // Assumed until the document has been checked.
      originalDocumentType: MEDIA_TYPES.pdf.mimeType,
      originalDocumentExtension: MEDIA_TYPES.pdf.extension,
    });
    const { id } = await this.signatures.createDraft(callerOf(visit, request), details);
    return id;
  }

  private async attach(
    visit: DashboardVisit,
    request: FastifyRequest,
    id: number,
    { file, signal }: DocumentForm,
  ): Promise<PageResult> {
    try {
      await this.documents.upload(callerOf(visit, request), id, { file, fields: [] }, signal);
    } catch (error) {
      return this.pages.show(visit, id, { refusal: refusalIn(error) });
    }
    return new Redirect(addressOf(id, 'signers'));
  }

  private newPage(
    visit: DashboardVisit,
    typed: DocumentForm['texts'],
    refusal: AppError | null,
  ): Promise<Page> {
    const problems = refusal ? problemsOf(refusal) : {};
    const type = SIGNATURE_TYPES.find((known) => known === typed.get('type')) ?? USUAL_TYPE;
    const model = {
      ...DOCUMENT_LIMITS,
      types: optionsOf(SIGNATURE_TYPES, type),
      documentName: textOf(typed.get('documentName')),
      problems,
      refused: refusal && !refusal.details ? refusalWords(refusal, 'document') : null,
    };
    return this.shell.page(visit, 'prepare-new', model, refusal ? 400 : 200);
  }
}
