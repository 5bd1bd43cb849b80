import { Injectable } from '@nestjs/common';
import { type Caller } from '../../auth/principal.js';
import { AppError } from '../../common/errors.js';
import { Answer, Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { type Saving, SendPlans } from '../../signatures/send-plans.js';
import { type EnteredField, kept, readFieldsForm, shownAgain } from '../domain/fields-form.js';
import { inRows, isAboutFields } from '../domain/fields-refusals.js';
import { formOfRows, needsForm, plainFields } from '../domain/form-rows.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Draft, Drafts } from './drafts.js';
import {
  afterFieldsOn,
  documentTabs,
  fieldsOn,
  sheetOf,
  type ShownFields,
  toEnteredFields,
  toFieldsModel,
  toRulesModel,
} from './fields.view-model.js';
import { type Fields } from './form-fields.js';
import { answerQuietly, isQuiet, savingOf } from './quiet-saves.js';

/** The fields on one of a draft's documents. */
@Injectable()
export class DraftFieldPages {
  constructor(
    private readonly input: RequestInput,
    private readonly plans: SendPlans,
    private readonly drafts: Drafts,
  ) {}

  /** @param n - number of the document, from 1 @throws AppError 404 */
  show(visit: DashboardVisit, id: number, n: number, { table, rules }: Fields): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const draft = await this.open(visit, id, n);
      if (rules !== undefined) return new Page('dashboard/field-rules', toRulesModel(sheetOf(draft, n)));
      const unfinished = n === 1 ? draft.unfinished.fields : null;
      const entered = shownAgain(unfinished ?? toEnteredFields(draft, n));
      return this.page(visit, draft, n, entered, { isTable: table !== undefined });
    });
  }

  /**
   * Saves what somebody says, or what the page saves while they type.
   * @param caller - the visiting member, as who acts on the request
   * @throws AppError 404
   */
  save(visit: DashboardVisit, caller: Caller, id: number, n: number, form: Fields): Promise<PageResult> {
    if (isQuiet(form)) return answerQuietly(() => this.saveQuietly(caller, id, n, form));
    return this.drafts.ifDraft(id, async () => {
      const draft = await this.open(visit, id, n);
      const entered = readFieldsForm(form);
      const isTable = form.table !== undefined;
      try {
        await this.place(caller, draft, n, entered, savingOf(form));
      } catch (error) {
        const isOutdated = error instanceof AppError && error.code === 'draft_changed';
        if (!isOutdated && !isAboutFields(error)) throw error;
        const shown = { isTable, refusal: isOutdated ? null : error, isOutdated, version: form.version };
        return this.page(visit, draft, n, shownAgain(entered), shown);
      }
      return new Redirect(form.more === undefined ? afterFieldsOn(draft, n) : `${fieldsOn(id, n)}?table`);
    });
  }

  /**
   * Fields that cannot be placed, for example because they overlap, are kept as they are; on later documents they are
   * not.
   */
  private async saveQuietly(caller: Caller, signatureId: number, n: number, form: Fields): Promise<Answer> {
    const entered = readFieldsForm(form);
    const draft = await this.open(caller, signatureId, n);
    try {
      const version = await this.place(caller, draft, n, entered, savingOf(form));
      return new Answer({ version, isComplete: true });
    } catch (error) {
      if (!isAboutFields(error)) throw error;
      const key = { organizationId: caller.organizationId, signatureId };
      const { version = draft.version } = savingOf(form);
      const saved = n > 1 ? version : await this.plans.keep(key, { fields: kept(entered) }, savingOf(form));
      return new Answer({ version: saved, isComplete: false });
    }
  }

  /** Places plain fields, or defines a form where the first document takes one. @returns the draft's version */
  private async place(
    caller: Caller,
    { signature, plan, form }: Draft,
    n: number,
    entered: unknown,
    saving: Saving,
  ): Promise<string> {
    const rows = shownAgain(entered);
    const isOfRows = Array.isArray(entered) && rows.length === entered.length;
    if (n > 1 || !isOfRows || !needsForm(rows, form !== null)) {
      const placements = await this.input.fields(isOfRows ? plainFields(rows) : entered);
      return this.plans.placeFields(caller, signature.id, placements, saving, n);
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

  private async open(visit: Pick<DashboardVisit, 'organizationId'>, id: number, n: number): Promise<Draft> {
    const draft = await this.drafts.open(visit, id);
    if (n > draft.further.length + 1) throw new AppError(404, 'There is no such document');
    return draft;
  }

  private page(
    visit: DashboardVisit,
    draft: Draft,
    n: number,
    entered: readonly EnteredField[],
    shown: ShownFields,
  ): Promise<PageResult> {
    const { refusal = null, isOutdated = false } = shown;
    const model = () => ({
      ...toFieldsModel(sheetOf(draft, n), entered, shown),
      ...{ documents: documentTabs(draft, n), isFurther: n > 1 },
    });
    return this.drafts.page(visit, draft, 'fields', model, refusal ? 400 : isOutdated ? 409 : 200);
  }
}
