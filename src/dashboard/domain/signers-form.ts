import { MAX_MESSAGE, MAX_NAME, MAX_SUBJECT } from '../../common/validation/limits.js';
import { nearestLocale } from '../../platform/templates/locales.js';
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
  /** The code of a language; empty for the organization's. */
  language: string;
  former: string;
}

/** The form of the signers and the message, as it was typed. */
export interface SignersForm {
  rows: SignerRow[];
  subject: string;
  message: string;
  isVerified: boolean;
  /** The last day, YYYY-MM-DD. */
  expires: string;
  /** HH:mm in UTC on the last day. */
  expiresTime: string;
  remindEvery: string;
  mayHandOver: boolean;
  /** An address on each line. */
  copies: string;
  senderName: string;
  /** YYYY-MM-DDTHH:mm in UTC. */
  scheduled: string;
}

const line = (value: unknown, max: number) => (typeof value === 'string' ? value.trim().slice(0, max) : '');

/** Rows without anything in them are left out. Longer values than any limit are cut one character above it. */
export function readSignersForm(fields: Readonly<Record<string, unknown>>): SignersForm {
  const rows = Array.from({ length: MOST_SIGNERS + 1 }, (_, index) => ({
    email: line(fields[`email-${index}`], 300),
    person: line(fields[`person-${index}`], 300),
    order: line(fields[`order-${index}`], 10),
    language: line(fields[`language-${index}`], 20),
    former: line(fields[`former-${index}`], 300),
  }));
  return {
    rows: rows.filter(({ email, person }) => email !== '' || person !== ''),
    subject: line(fields.subject, MAX_SUBJECT + 1),
    message: line(fields.message, MAX_MESSAGE + 1).replaceAll('\r\n', '\n'),
    isVerified: fields.requireVerification === 'yes',
    expires: line(fields.expires, 20),
    expiresTime: line(fields.expiresTime, 20),
    remindEvery: line(fields.remindEvery, 10),
    mayHandOver: fields.allowHandOver === 'yes',
    // The body's limit is enough: an address that was cut could be somebody else's.
    copies: line(fields.copies, Infinity).replaceAll('\r\n', '\n'),
    senderName: line(fields.senderName, MAX_NAME + 1),
    scheduled: line(fields.scheduled, 30),
  };
}

/** The API body that corresponds to the form, unchecked. */
export function toPlan({ rows, subject, message, isVerified, ...options }: SignersForm): PlannedSend {
  const { expires, expiresTime, remindEvery, mayHandOver, senderName, scheduled } = options;
  const deadline = [expires, expiresTime].filter((part) => part !== '').join('T');
  const copies = addressesIn(options.copies);
  return {
    signers: rows.map(({ email, person, order, language }): PlannedSigner => ({
      email,
      name: person,
      order: order === '' ? 1 : Number(order),
      ...(language !== '' && { locale: nearestLocale(language) ?? language }),
    })),
    subject,
    messageContent: message,
    requireVerification: isVerified,
    ...(deadline !== '' && { expiresDate: deadline }),
    ...(remindEvery !== '' && { remindEvery: Number(remindEvery) }),
    ...(mayHandOver && { allowHandOver: true }),
    ...(copies.length > 0 && { ccOnComplete: copies }),
    ...(senderName !== '' && { senderName }),
    ...(scheduled !== '' && { scheduledDate: scheduled }),
  };
}

const addressesIn = (lines: string) =>
  lines
    .split('\n')
    .map((address) => address.trim())
    .filter((address) => address !== '');

export const formerAddresses = ({ rows }: SignersForm): FormerAddress[] =>
  rows.map(({ email, former }) => ({ email, former: former || null }));

/** The form of a plan that was saved. */
export function fromPlan(plan: PlannedSend): SignersForm {
  const [expires = '', expiresTime = ''] = plan.expiresDate?.split('T') ?? [];
  return {
    rows: plan.signers.map(({ email, name, order, locale }) => ({
      email,
      person: name,
      order: String(order),
      language: locale ?? '',
      former: email,
    })),
    subject: plan.subject,
    message: plan.messageContent,
    isVerified: plan.requireVerification,
    expires,
    expiresTime,
    remindEvery: String(plan.remindEvery ?? ''),
    mayHandOver: plan.allowHandOver ?? false,
    copies: plan.ccOnComplete?.join('\n') ?? '',
    senderName: plan.senderName ?? '',
    scheduled: plan.scheduledDate ?? '',
  };
}

/** The form of a draft that has none yet: the signers whom fields were placed for. */
export const newSignersForm = (emails: readonly string[]): SignersForm => ({
  ...readSignersForm({}),
  rows: emails.map((email) => ({ email, person: '', order: '1', language: '', former: email })),
});

/** Whether any option is set that most requests leave empty. */
export const hasOptions = ({
  expires,
  expiresTime,
  remindEvery,
  mayHandOver,
  copies,
  senderName,
  scheduled,
}: SignersForm) =>
  mayHandOver ||
  [expires, expiresTime, remindEvery, copies, senderName, scheduled].some((entered) => entered !== '');
