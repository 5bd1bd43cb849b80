import { Body, Get, Param, Post } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { HAND_OVER_TYPES } from '../../signatures/domain/signature.state.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { SendPlans } from '../../signatures/send-plans.service.js';
import { actorOf } from '../domain/actor-of.js';
import { type Problems, problemsOf } from '../domain/prepare-problems.js';
import {
  formerAddresses,
  fromPlan,
  hasOptions,
  newSignersForm,
  readSignersForm,
  type SignersForm,
  toPlan,
} from '../domain/signers-form.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { addressOf, type Draft, Drafts } from './drafts.service.js';
import { type Fields } from './form-fields.js';
import { usualLanguage } from './usual-language.js';

/** Rows of signers that nothing is in yet. */
const EMPTY_ROWS = 1;

/** The second step of a request made by hand: who signs, in which order, and what they read. */
@DashboardPages('/signatures', 'signatures')
export class PrepareSignersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly input: RequestInput,
    private readonly plans: SendPlans,
    private readonly drafts: Drafts,
    private readonly activity: ActivityLog,
  ) {}

  @Get(':id/signers')
  show(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const draft = await this.drafts.open(visit, id);
      return this.page(visit, draft, formOf(draft), {});
    });
  }

  @Post(':id/signers')
  save(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Body() fields: Fields,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(signatureId, async () => {
      const draft = await this.drafts.open(visit, signatureId);
      const entered = readSignersForm(fields);
      if (fields.more !== undefined) return this.page(visit, draft, entered, {}, EMPTY_ROWS);
      const { organizationId } = visit;
      const plan = toPlan(entered);
      try {
        const details = await this.input.sending(plan);
        const planned = { plan, details, addresses: formerAddresses(entered) };
        await this.activity.recordWith(
          () => this.plans.save({ organizationId, signatureId }, planned),
          () => ({
            ...actorOf(visit),
            type: 'signers_saved',
            subject: { kind: 'signature', id: signatureId },
          }),
        );
      } catch (error) {
        const problems = error instanceof AppError ? problemsOf(error) : {};
        if (Object.keys(problems).length === 0) throw error;
        return this.page(visit, draft, entered, problems);
      }
      return new Redirect(addressOf(signatureId, 'fields'));
    });
  }

  /** @param more - empty rows after those that were entered */
  private async page(
    visit: DashboardVisit,
    draft: Draft,
    entered: SignersForm,
    problems: Problems,
    more = entered.rows.length === 0 ? EMPTY_ROWS : 0,
  ): Promise<PageResult> {
    const { rows, ...message } = entered;
    const empty = { email: '', person: '', order: String(nextOrder(rows)), language: '', former: '' };
    const all = [...rows, ...Array.from({ length: more }, () => empty)];
    const model = {
      ...message,
      rows: all.map((row, index) => ({
        ...row,
        index,
        number: index + 1,
        wrongEmail: problems[`email-${index}`],
        wrongPerson: problems[`person-${index}`],
        wrongOrder: problems[`order-${index}`],
        wrongLanguage: problems[`language-${index}`],
      })),
      usualLanguage: await usualLanguage(this.dataSource.manager, visit.organizationId),
      problems,
      // Which part of the deadline is wrong is not known.
      wrongTime: problems.expires && message.expiresTime !== '' ? 'expires' : '',
      isOpen: hasOptions(entered),
      usualSender: draft.signature.senderName,
      hasProblems: Object.keys(problems).length > 0,
      offersHandOver: HAND_OVER_TYPES.includes(draft.signature.type),
      mayAdd: draft.signature.type !== 'self_signed',
    };
    const status = model.hasProblems ? 400 : 200;
    return this.drafts.page(visit, draft, 'signers', () => model, status);
  }
}

function formOf({ plan, fields }: Draft): SignersForm {
  if (plan) return fromPlan(plan);
  const emails = fields.flatMap(({ signerEmail }) => signerEmail ?? []);
  return newSignersForm([...new Set(emails)]);
}

const nextOrder = (rows: SignersForm['rows']) => Math.max(1, ...rows.map(({ order }) => Number(order) || 1));
