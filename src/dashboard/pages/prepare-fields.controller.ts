import { Body, Get, Param, Post, Query, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type Caller } from '../../auth/principal.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { MOST_SIGNED_PLACES } from '../../pdf/document-field.js';
import { Answer, type PageResult, Redirect } from '../../platform/pages/page.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { type Saving, SendPlans } from '../../signatures/send-plans.js';
import { type EnteredField, kept, readFieldsForm, shownAgain } from '../domain/fields-form.js';
import { formOfRows, type FormRow, needsForm, plainFields, rowPath } from '../domain/form-rows.js';
import { refusalWords } from '../domain/refusal-words.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { addressOf, type Draft, Drafts } from './drafts.js';
import { inNumbers, kindGroups, toEditorModel, toEnteredFields, toTableModel } from './fields.view-model.js';
import { type Fields } from './form-fields.js';
import { answerQuietly, isQuiet, savingOf } from './quiet-saves.js';

/** How the fields are shown, and what there is to say about them. */
interface Shown {
  isTable: boolean;
  refusal?: AppError | null;
  /** They are not saved yet, because the draft was changed elsewhere. */
  isOutdated?: boolean;
  /** The version that they were based on. */
  version?: unknown;
}

/** The third step of a request made by hand: the fields on the document's pages. */
@DashboardPages('/signatures', 'signatures')
export class PrepareFieldsController {
  constructor(
    private readonly input: RequestInput,
    private readonly plans: SendPlans,
    private readonly drafts: Drafts,
  ) {}

  /** The pages with their fields; with `?table`, the fields as numbers, which needs no scripts. */
  @Get(':id/fields')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() { table }: Fields,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const draft = await this.drafts.open(visit, id);
      const entered = shownAgain(draft.unfinished.fields ?? toEnteredFields(draft));
      return this.page(visit, draft, entered, { isTable: table !== undefined });
    });
  }

  @Post(':id/fields')
  save(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Body() form: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const caller = callerOf(visit, request);
    if (isQuiet(form)) return answerQuietly(() => this.saveQuietly(caller, signatureId, form));
    return this.drafts.ifDraft(signatureId, async () => {
      const draft = await this.drafts.open(visit, signatureId);
      const entered = readFieldsForm(form);
      const isTable = form.table !== undefined;
      try {
        await this.place(caller, draft, entered, savingOf(form));
      } catch (error) {
        const isOutdated = error instanceof AppError && error.code === 'draft_changed';
        if (!isOutdated && !isAboutFields(error)) throw error;
        const shown = { isTable, refusal: isOutdated ? null : error, isOutdated, version: form.version };
        return this.page(visit, draft, shownAgain(entered), shown);
      }
      return new Redirect(
        form.more === undefined ? addressOf(signatureId, 'check') : addressOf(signatureId, 'fields?table'),
      );
    });
  }

  /** Fields that cannot be placed, for example because they overlap, are kept as they are. */
  private async saveQuietly(caller: Caller, signatureId: number, form: Fields): Promise<Answer> {
    const entered = readFieldsForm(form);
    try {
      const draft = await this.drafts.open(caller, signatureId);
      const version = await this.place(caller, draft, entered, savingOf(form));
      return new Answer({ version, isComplete: true });
    } catch (error) {
      if (!isAboutFields(error)) throw error;
      const key = { organizationId: caller.organizationId, signatureId };
      const version = await this.plans.keep(key, { fields: kept(entered) }, savingOf(form));
      return new Answer({ version, isComplete: false });
    }
  }

  /** Places plain fields, or defines a form where it takes one. @returns the draft's version */
  private async place(
    caller: Caller,
    { signature, plan, form }: Draft,
    entered: unknown,
    saving: Saving,
  ): Promise<string> {
    const rows = shownAgain(entered);
    const isOfRows = Array.isArray(entered) && rows.length === entered.length;
    if (!isOfRows || !needsForm(rows, form !== null)) {
      const placements = await this.input.fields(isOfRows ? plainFields(rows) : entered);
      return this.plans.placeFields(caller, signature.id, placements, saving);
    }
    const people = (plan?.signers ?? []).map(({ email, name, order }) => ({
      email,
      name: name ?? '',
      order,
    }));
    const known = Object.entries(form?.signers ?? {}).map(([role, email]): [string, string] => [email, role]);
    try {
      const given = formOfRows(rows, people, new Map(known));
      return await this.plans.defineForm(caller, signature.id, given, saving);
    } catch (error) {
      throw error instanceof AppError ? inRows(error, rows) : error;
    }
  }

  private page(
    visit: DashboardVisit,
    draft: Draft,
    entered: readonly EnteredField[],
    { isTable, refusal = null, isOutdated = false, version }: Shown,
  ): Promise<PageResult> {
    const model = () => ({
      // What was refused is still based on the version that its page had.
      ...(refusal !== null && typeof version === 'string' && { version }),
      isOutdated,
      isTable,
      editorScript: isTable ? null : 'edit-fields',
      isSigned: draft.carriesSignatures,
      most: MOST_SIGNED_PLACES,
      groups: kindGroups(draft),
      kinds: kindGroups(draft).flatMap(({ kinds }) => kinds),
      refusals:
        refusal === null || refusal.details
          ? []
          : [refusalWords({ message: `${inNumbers(refusal.message)}.` }, 'fields')],
      ...(isTable ? toTableModel(draft, entered, refusal) : toEditorModel(draft, entered, refusal)),
    });
    return this.drafts.page(visit, draft, 'fields', model, refusal ? 400 : isOutdated ? 409 : 200);
  }
}

/** A refusal of a form in terms of the rows that it was made of. */
function inRows({ statusCode, message, code, details }: AppError, rows: readonly FormRow[]): AppError {
  const told = details?.map((detail) => {
    const field = rowPath(rows, detail.field);
    return { ...detail, field, message: detail.message.replace(detail.field, field) };
  });
  const places = /fields\[\d+\](?:\.places\[\d+\])?/g;
  return new AppError(
    statusCode,
    message.replace(places, (path) => rowPath(rows, path)),
    code,
    told,
  );
}

/** Refusals of fields without details. */
const ABOUT_FIELDS: ReadonlySet<string | undefined> = new Set([
  'fields_overlap',
  'document_signed_no_fields',
  'form_already_set',
]);

const isAboutFields = (error: unknown): error is AppError =>
  error instanceof AppError && (error.details !== undefined || ABOUT_FIELDS.has(error.code));
