import { Injectable } from '@nestjs/common';
import { Brands } from '../../brands/brands.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { oddAddress } from '../../common/validation/odd-address.js';
import { type PageResult } from '../../platform/pages/page.js';
import { HAND_OVER_TYPES } from '../../signatures/domain/signature.state.js';
import { type Problems } from '../domain/prepare-problems.js';
import {
  EMPTY_ROW,
  fromKept,
  fromPlan,
  hasOptions,
  newSignersForm,
  ROW_ACTIONS,
  SEQUENCES,
  type SignersForm,
} from '../domain/signers-form.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Draft, Drafts } from './drafts.js';
import { optionsOf } from './list-page.js';
import { usualLanguage } from './usual-language.js';

/** What there is to say about the entries. */
export interface Told {
  problems?: Problems;
  /** They are not saved yet, because addresses look odd. */
  isTold?: boolean;
  /** They are not saved yet, because the draft was changed elsewhere. */
  isOutdated?: boolean;
  /** Somebody came from the check, and returns to it. */
  isFromCheck?: boolean;
  /** The version that the entries were based on; the present one by default. */
  version?: unknown;
}

/** The page of the signers and the message. */
@Injectable()
export class SignersPages {
  constructor(
    private readonly brands: Brands,
    private readonly drafts: Drafts,
  ) {}

  async page(
    visit: DashboardVisit,
    draft: Draft,
    entered: SignersForm,
    { problems = {}, isTold = false, isOutdated = false, isFromCheck = false, version }: Told,
  ): Promise<PageResult> {
    const { rows, sequence, ...message } = entered;
    const { type, senderName } = draft.signature;
    const hasProblems = Object.keys(problems).length > 0;
    const model = {
      ...message,
      ...rowsModel(entered, problems, type !== 'self_signed'),
      ...(typeof version === 'string' && { version }),
      sequences: optionsOf(SEQUENCES, sequence),
      usualLanguage: await usualLanguage(this.brands, visit.organizationId),
      problems,
      // It is unknown which part of the deadline is invalid.
      wrongTime: problems.expires && message.expiresTime !== '' ? 'expires' : '',
      isOpen: hasOptions(entered) || isFromCheck,
      ...{ isTold, isOutdated, isFromCheck, hasProblems, usualSender: senderName },
      // Where entries are kept, they are shown without saying what is missing: it is still being typed.
      isUnfinished: draft.unfinished.signers !== null,
      offersHandOver: HAND_OVER_TYPES.includes(type),
      mayAdd: type !== 'self_signed',
      me: { email: visit.email, name: visit.name ?? '' },
      amAmong: rows.some(({ email }) => emailKey(email) === emailKey(visit.email)),
    };
    const status = hasProblems ? 400 : isOutdated ? 409 : 200;
    return this.drafts.page(visit, draft, 'signers', () => model, status);
  }
}

function rowsModel({ rows }: SignersForm, problems: Problems, mayAdd: boolean) {
  const all = rows.length === 0 ? [EMPTY_ROW] : rows;
  const shown = all.map((row, index) => ({
    ...row,
    index,
    number: index + 1,
    odd: oddAddress(row.email),
    actions: mayAdd || row.action !== 'sign' ? optionsOf(ROW_ACTIONS, row.action) : null,
    up: index === 0 ? null : index - 1,
    down: index === all.length - 1 ? null : index + 1,
    wrongEmail: problems[`email-${index}`],
    wrongPerson: problems[`person-${index}`],
    wrongOrder: problems[`order-${index}`],
    wrongLanguage: problems[`language-${index}`],
  }));
  return { rows: shown, next: all.length };
}

export function formOf({ plan, fields, unfinished }: Draft, timeZone: string): SignersForm {
  if (unfinished.signers) return fromKept(unfinished.signers);
  if (plan) return fromPlan(plan, timeZone);
  const emails = fields.flatMap(({ signerEmail }) => signerEmail ?? []);
  return newSignersForm([...new Set(emails)]);
}
