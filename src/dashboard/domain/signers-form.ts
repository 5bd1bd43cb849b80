import { MAX_MESSAGE, MAX_SUBJECT } from '../../common/validation/limits.js';
import { type FormerAddress } from '../../signatures/send-plans.service.js';
import { type PlannedSend, type PlannedSigner } from '../../signatures/send-plan.entity.js';

/** As the API. */
const MOST_SIGNERS = 100;

/** A row of the form; `former` is the address that it had when the page was opened. */
export interface SignerRow {
  email: string;
  person: string;
  /** As typed. */
  order: string;
  former: string;
}

/** The form of the signers and the message, as it was typed. */
export interface SignersForm {
  rows: SignerRow[];
  subject: string;
  message: string;
  expires: string;
  isVerified: boolean;
}

const line = (value: unknown, max: number) => (typeof value === 'string' ? value.trim().slice(0, max) : '');

/** Rows without anything in them are left out. Longer values than any limit are cut one character above it. */
export function readSignersForm(fields: Readonly<Record<string, unknown>>): SignersForm {
  const rows = Array.from({ length: MOST_SIGNERS + 1 }, (_, index) => ({
    email: line(fields[`email-${index}`], 300),
    person: line(fields[`person-${index}`], 300),
    order: line(fields[`order-${index}`], 10),
    former: line(fields[`former-${index}`], 300),
  }));
  return {
    rows: rows.filter(({ email, person }) => email !== '' || person !== ''),
    subject: line(fields.subject, MAX_SUBJECT + 1),
    message: line(fields.message, MAX_MESSAGE + 1).replaceAll('\r\n', '\n'),
    expires: line(fields.expires, 20),
    isVerified: fields.requireVerification === 'yes',
  };
}

/** The body of the API that the form stands for, unchecked. */
export function toPlan({ rows, subject, message, expires, isVerified }: SignersForm): PlannedSend {
  return {
    signers: rows.map(({ email, person, order }): PlannedSigner => ({
      email,
      name: person,
      order: order === '' ? 1 : Number(order),
    })),
    subject,
    messageContent: message,
    ...(expires !== '' && { expiresDate: expires }),
    requireVerification: isVerified,
  };
}

export const formerAddresses = ({ rows }: SignersForm): FormerAddress[] =>
  rows.map(({ email, former }) => ({ email, former: former || null }));

/** The form of a plan that was saved. */
export function fromPlan(plan: PlannedSend): SignersForm {
  return {
    rows: plan.signers.map(({ email, name, order }) => ({
      email,
      person: name,
      order: String(order),
      former: email,
    })),
    subject: plan.subject,
    message: plan.messageContent,
    expires: plan.expiresDate ?? '',
    isVerified: plan.requireVerification,
  };
}

/** The form of a draft that has none yet: the signers whom fields were placed for. */
export const newSignersForm = (emails: readonly string[]): SignersForm => ({
  rows: emails.map((email) => ({ email, person: '', order: '1', former: email })),
  subject: '',
  message: '',
  expires: '',
  isVerified: false,
});
