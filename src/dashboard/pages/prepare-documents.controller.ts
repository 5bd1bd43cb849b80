import { Body, Get, Param, Post, Query, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type Caller } from '../../auth/principal.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { parseId } from '../../common/ids.js';
import { plainLine } from '../../common/plain-line.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { Answer, type PageResult, Redirect } from '../../platform/pages/page.js';
import { FurtherDocuments } from '../../signatures/documents/further-documents.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { type Saving, SendPlans } from '../../signatures/send-plans.js';
import { type EnteredField, readFieldsForm, shownAgain } from '../domain/fields-form.js';
import { isAboutFields } from '../domain/fields-refusals.js';
import { plainFields } from '../domain/form-rows.js';
import { callerOf } from './caller-of.js';
import { TokenInParts } from './dashboard.guard.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type DocumentForm, DocumentForms, refusalIn } from './document-forms.js';
import { DraftDocumentPages } from './draft-document-pages.js';
import { addressOf, type Draft, type DraftDocument, Drafts } from './drafts.js';
import {
  afterFieldsOn,
  documentTabs,
  fieldsOn,
  furtherSheetOf,
  type ShownFields,
  toFieldsModel,
  toPlacedFields,
} from './fields.view-model.js';
import { type Fields, textOf } from './form-fields.js';
import { answerQuietly, isQuiet, savingOf } from './quiet-saves.js';
import { enteredIn, SentOnce } from './sent-once.js';

/** The documents of a request made by hand after its first, and the fields on them. */
@DashboardPages('/signatures', 'signatures')
export class PrepareDocumentsController {
  constructor(
    private readonly documents: FurtherDocuments,
    private readonly input: RequestInput,
    private readonly plans: SendPlans,
    private readonly forms: DocumentForms,
    private readonly drafts: Drafts,
    private readonly pages: DraftDocumentPages,
    private readonly once: SentOnce,
  ) {}

  /** Adds a document behind the others: one, however often the form is sent. */
  @TokenInParts()
  @Post(':id/documents')
  async add(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    await this.drafts.open(visit, signatureId);
    try {
      return await this.forms.receive(visit, request, new Map(), (form) =>
        this.drafts.ifDraft(signatureId, async () => {
          const attach = () => this.attach(callerOf(visit, request), signatureId, form);
          await this.once.run(visit, `draft-document:${signatureId}`, enteredIn(form), attach);
          return backTo(signatureId);
        }),
      );
    } catch (error) {
      return this.pages.show(visit, signatureId, { refusedFurther: refusalIn(error) });
    }
  }

  /** Removes the document that the page showed, however often the form is sent. */
  @Post(':id/documents/:n/remove')
  remove(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('n', IdPipe) n: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(signatureId, async () => {
      const id = parseId(textOf(fields.document));
      if (id === null) throw new AppError(404, 'There is no such document');
      try {
        await this.documents.remove(callerOf(visit, request), { signatureId, n, id });
      } catch (error) {
        if (!(error instanceof AppError) || error.statusCode !== 404) throw error;
        // Removed before; a request of somebody else is not found on its page either.
      }
      return backTo(signatureId);
    });
  }

  /** The pages with their fields; with `?table`, the fields as numbers, which needs no scripts. */
  @Get(':id/documents/:n/fields')
  showFields(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('n', IdPipe) n: number,
    @Query() { table }: Fields,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const { draft, document } = await this.open(visit, id, n);
      const entered = toPlacedFields(document.fields);
      return this.fieldsPage(visit, draft, document, entered, { isTable: table !== undefined });
    });
  }

  @Post(':id/documents/:n/fields')
  saveFields(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('n', IdPipe) n: number,
    @Body() form: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const caller = callerOf(visit, request);
    const key = { signatureId, n };
    if (isQuiet(form)) return answerQuietly(() => this.saveQuietly(caller, key, form));
    return this.drafts.ifDraft(signatureId, async () => {
      const { draft, document } = await this.open(visit, signatureId, n);
      const entered = readFieldsForm(form);
      const isTable = form.table !== undefined;
      try {
        await this.place(caller, key, entered, savingOf(form));
      } catch (error) {
        const isOutdated = error instanceof AppError && error.code === 'draft_changed';
        if (!isOutdated && !isAboutFields(error)) throw error;
        const shown = { isTable, refusal: isOutdated ? null : error, isOutdated, version: form.version };
        return this.fieldsPage(visit, draft, document, shownAgain(entered), shown);
      }
      const next = form.more === undefined ? afterFieldsOn(draft, n) : `${fieldsOn(signatureId, n)}?table`;
      return new Redirect(next);
    });
  }

  private async attach(
    caller: Caller,
    signatureId: number,
    { file, fileName, signal }: DocumentForm,
  ): Promise<number> {
    const name = plainLine(fileName).slice(0, MAX_NAME) || null;
    const { n } = await this.documents.put(
      caller,
      { signatureId, n: null },
      { file, name, fields: [] },
      signal,
    );
    return n;
  }

  /** Fields that cannot be placed are not kept: only those of the first document are. */
  private async saveQuietly(
    caller: Caller,
    key: { signatureId: number; n: number },
    form: Fields,
  ): Promise<Answer> {
    try {
      const version = await this.place(caller, key, readFieldsForm(form), savingOf(form));
      return new Answer({ version, isComplete: true });
    } catch (error) {
      if (!isAboutFields(error)) throw error;
      return new Answer({ version: textOf(form.version), isComplete: false });
    }
  }

  /** @returns the draft's version */
  private async place(
    caller: Caller,
    { signatureId, n }: { signatureId: number; n: number },
    entered: unknown,
    saving: Saving,
  ): Promise<string> {
    const rows = shownAgain(entered);
    const isOfRows = Array.isArray(entered) && rows.length === entered.length;
    const placements = await this.input.fields(isOfRows ? plainFields(rows) : entered);
    return this.plans.placeFields(caller, signatureId, placements, saving, n);
  }

  private async open(
    visit: DashboardVisit,
    id: number,
    n: number,
  ): Promise<{ draft: Draft; document: DraftDocument }> {
    const draft = await this.drafts.open(visit, id);
    const document = draft.further.find((each) => each.n === n);
    if (!document) throw new AppError(404, 'There is no such document');
    return { draft, document };
  }

  private fieldsPage(
    visit: DashboardVisit,
    draft: Draft,
    document: DraftDocument,
    entered: readonly EnteredField[],
    shown: ShownFields,
  ): Promise<PageResult> {
    const { refusal = null, isOutdated = false } = shown;
    const model = () => ({
      ...toFieldsModel(furtherSheetOf(draft, document), entered, shown),
      ...{ documents: documentTabs(draft, document.n), isFurther: true },
    });
    return this.drafts.page(visit, draft, 'fields', model, refusal ? 400 : isOutdated ? 409 : 200);
  }
}

/** To the list of documents, on the draft's own page of them. */
const backTo = (id: number) => new Redirect(`${addressOf(id, 'document')}#documents`);
