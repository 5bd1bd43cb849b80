import { Body, Get, Param, Post, Query, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type Caller } from '../../auth/principal.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Answer, Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { type Saving, SendPlans } from '../../signatures/send-plans.js';
import { type EnteredField, kept, readFieldsForm, shownAgain } from '../domain/fields-form.js';
import { inRows, isAboutFields } from '../domain/fields-refusals.js';
import { formOfRows, needsForm, plainFields } from '../domain/form-rows.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { addressOf, type Draft, Drafts } from './drafts.js';
import {
  afterFieldsOn,
  documentTabs,
  sheetOf,
  type ShownFields,
  toEnteredFields,
  toFieldsModel,
  toRulesModel,
} from './fields.view-model.js';
import { type Fields } from './form-fields.js';
import { answerQuietly, isQuiet, savingOf } from './quiet-saves.js';

/** The third step of a request made by hand: the fields on the document's pages. */
@DashboardPages('/signatures', 'signatures')
export class PrepareFieldsController {
  constructor(
    private readonly input: RequestInput,
    private readonly plans: SendPlans,
    private readonly drafts: Drafts,
  ) {}

  /** The pages with their fields; with `?table`, the fields as numbers, which needs no scripts; with `?rules`, what the editor loads later. */
  @Get(':id/fields')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() { table, rules }: Fields,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const draft = await this.drafts.open(visit, id);
      if (rules !== undefined) return new Page('dashboard/field-rules', toRulesModel(sheetOf(draft)));
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
        form.more === undefined ? afterFieldsOn(draft, 1) : addressOf(signatureId, 'fields?table'),
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
    shown: ShownFields,
  ): Promise<PageResult> {
    const { refusal = null, isOutdated = false } = shown;
    const model = () => ({
      ...toFieldsModel(sheetOf(draft), entered, shown),
      documents: documentTabs(draft, 1),
    });
    return this.drafts.page(visit, draft, 'fields', model, refusal ? 400 : isOutdated ? 409 : 200);
  }
}
