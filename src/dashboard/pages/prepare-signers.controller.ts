import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Answer, type PageResult, Redirect } from '../../platform/pages/page.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { type Saving, SendPlans } from '../../signatures/send-plans.js';
import { problemsOf } from '../domain/prepare-problems.js';
import {
  atRows,
  formerAddresses,
  readSignersForm,
  type SignersForm,
  toPlan,
} from '../domain/signers-form.js';
import { actOn, warnOfOddAddresses } from '../domain/signers-form-acts.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { addressOf, Drafts } from './drafts.js';
import { type Fields } from './form-fields.js';
import { answerQuietly, isQuiet, savingOf } from './quiet-saves.js';
import { formOf, SignersPages, type Told } from './signers-pages.js';

/** The second step of a request made by hand: the signers, their order, and the message. */
@DashboardPages('/signatures', 'signatures')
export class PrepareSignersController {
  constructor(
    private readonly input: RequestInput,
    private readonly plans: SendPlans,
    private readonly drafts: Drafts,
    private readonly pages: SignersPages,
  ) {}

  /** @param from - `check` where the check asks for what is not set */
  @Get(':id/signers')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() { from }: Fields,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const draft = await this.drafts.open(visit, id);
      return this.pages.page(visit, draft, formOf(draft, visit.timeZone), { isFromCheck: from === 'check' });
    });
  }

  @Post(':id/signers')
  save(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    const entered = readSignersForm(fields);
    if (isQuiet(fields))
      return answerQuietly(() => this.saveQuietly(visit, signatureId, entered, savingOf(fields)));
    return this.drafts.ifDraft(signatureId, () => this.saveOpenly(visit, signatureId, entered, fields));
  }

  /** Shows the entries again if a button changed them, something is wrong, or there is something to say first. */
  private async saveOpenly(
    visit: DashboardVisit,
    signatureId: number,
    entered: SignersForm,
    fields: Fields,
  ): Promise<PageResult> {
    const draft = await this.drafts.open(visit, signatureId);
    const isFromCheck = fields.from === 'check';
    const { version } = fields;
    const show = (form: SignersForm, told: Told) =>
      this.pages.page(visit, draft, form, { isFromCheck, ...told });
    const acted = actOn(fields, visit);
    if (acted) return show(acted, { version });
    const odd = warnOfOddAddresses(entered.rows);
    try {
      await this.store(visit, signatureId, entered, savingOf(fields), { isTried: odd !== null });
    } catch (error) {
      if (error instanceof AppError && error.code === 'draft_changed')
        return show(entered, { isOutdated: true });
      const problems = error instanceof AppError ? atRows(problemsOf(error), entered) : {};
      if (Object.keys(problems).length === 0) throw error;
      return show(entered, { problems, version });
    }
    if (odd) return show({ ...entered, rows: odd }, { isTold: true, version });
    return new Redirect(addressOf(signatureId, isFromCheck ? 'check' : 'fields'));
  }

  /** @param isTried - only checks the entries */
  private async store(
    visit: DashboardVisit,
    signatureId: number,
    entered: SignersForm,
    saving: Saving,
    { isTried = false } = {},
  ): Promise<string> {
    const plan = toPlan(entered, visit.timeZone);
    const details = await this.input.sending(plan);
    if (isTried) return '';
    const planned = { plan, details, addresses: formerAddresses(entered) };
    return this.plans.save(actorOf(visit), signatureId, planned, saving);
  }

  /** Entries that are complete become the plan; others are kept as they are. */
  private async saveQuietly(
    visit: DashboardVisit,
    signatureId: number,
    entered: SignersForm,
    saving: Saving,
  ): Promise<Answer> {
    try {
      const version = await this.store(visit, signatureId, entered, saving);
      return new Answer({ version, isComplete: true });
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 400 || error.code === 'not_a_draft')
        throw error;
      const key = { organizationId: visit.organizationId, signatureId };
      const version = await this.plans.keep(key, { signers: entered }, saving);
      return new Answer({ version, isComplete: false });
    }
  }
}
