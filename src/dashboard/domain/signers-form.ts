import { clockAt, endOfDay, instantAt } from '../../common/time-zones.js';
import { parseDeadline } from '../../common/timestamps.js';
import { MAX_MESSAGE, MAX_NAME, MAX_SUBJECT } from '../../common/validation/limits.js';
import { nearestLocale } from '../../platform/templates/locales.js';
import {
  type FormerAddress,
  type PlannedSend,
  type PlannedSigner,
} from '../../signatures/send-plan.entity.js';

/** The API's limit. */
const MOST_SIGNERS = 100;

/** Who signs when: everyone at once, in the order of the rows, or by the turns entered. */
export const SEQUENCES = ['together', 'listed', 'turns'] as const;
export type Sequence = (typeof SEQUENCES)[number];

/** A row of the form; `former` is the address of the fields placed for the signer. */
export interface SignerRow {
  email: string;
  person: string;
  /** As typed. */
  order: string;
  /** The code of a language; empty for the organization's. */
  language: string;
  former: string;
  /** The odd address that the member was told about. */
  told: string;
}

export const EMPTY_ROW: SignerRow = { email: '', person: '', order: '1', language: '', former: '', told: '' };

/** The form of the signers and the message, as typed. Days and times are in the member's zone. */
export interface SignersForm {
  rows: SignerRow[];
  sequence: Sequence;
  subject: string;
  message: string;
  isVerified: boolean;
  /** The last day, YYYY-MM-DD. */
  expires: string;
  /** HH:mm on the last day; empty for its end. */
  expiresTime: string;
  remindEvery: string;
  mayHandOver: boolean;
  /** An address on each line. */
  copies: string;
  senderName: string;
  /** YYYY-MM-DDTHH:mm. */
  scheduled: string;
}

const line = (value: unknown, max: number) => (typeof value === 'string' ? value.trim().slice(0, max) : '');

export const isFilled = ({ email, person }: SignerRow) => email !== '' || person !== '';

/** The rows of the form, each at its number. */
export const rowsIn = (fields: Readonly<Record<string, unknown>>): SignerRow[] =>
  Array.from({ length: MOST_SIGNERS + 1 }, (_, index) => ({
    email: line(fields[`email-${index}`], 300),
    person: line(fields[`person-${index}`], 300),
    order: line(fields[`order-${index}`], 10),
    language: line(fields[`language-${index}`], 20),
    former: line(fields[`former-${index}`], 300),
    told: line(fields[`told-${index}`], 300),
  }));

/** Rows without anything in them are left out. Values that exceed a limit are cut one character above it. */
export function readSignersForm(fields: Readonly<Record<string, unknown>>): SignersForm {
  return {
    rows: rowsIn(fields).filter(isFilled),
    // A page of the version before has only turns.
    sequence: SEQUENCES.find((known) => known === fields.sequence) ?? 'turns',
    subject: line(fields.subject, MAX_SUBJECT + 1),
    message: line(fields.message, MAX_MESSAGE + 1).replaceAll('\r\n', '\n'),
    isVerified: fields.requireVerification === 'yes',
    expires: line(fields.expires, 20),
    expiresTime: line(fields.expiresTime, 20),
    remindEvery: line(fields.remindEvery, 10),
    mayHandOver: fields.allowHandOver === 'yes',
    // Not cut, since a cut address could be somebody else's; the body's limit is enough.
    copies: line(fields.copies, Infinity).replaceAll('\r\n', '\n'),
    senderName: line(fields.senderName, MAX_NAME + 1),
    scheduled: line(fields.scheduled, 30),
  };
}

/** The API body that corresponds to the form, unchecked. @param timeZone - of the form's times */
export function toPlan(
  { rows, sequence, subject, message, isVerified, ...options }: SignersForm,
  timeZone: string,
): PlannedSend {
  const { expires, expiresTime, remindEvery, mayHandOver, senderName, scheduled } = options;
  const copies = addressesIn(options.copies);
  return {
    signers: rows.map(({ email, person, order, language }, index): PlannedSigner => ({
      email,
      name: person,
      order: { together: 1, listed: index + 1, turns: order === '' ? 1 : Number(order) }[sequence],
      ...(language !== '' && { locale: nearestLocale(language) ?? language }),
    })),
    subject,
    messageContent: message,
    requireVerification: isVerified,
    ...((expires || expiresTime) !== '' && { expiresDate: deadlineIn(expires, expiresTime, timeZone) }),
    ...(remindEvery !== '' && { remindEvery: Number(remindEvery) }),
    ...(mayHandOver && { allowHandOver: true }),
    ...(copies.length > 0 && { ccOnComplete: copies }),
    ...(senderName !== '' && { senderName }),
    ...(scheduled !== '' && { scheduledDate: isoOr(scheduled, instantAt(scheduled, timeZone)) }),
  };
}

/** Unreadable text is kept, for the API's check to refuse. */
const isoOr = (text: string, at: Date | null) => at?.toISOString() ?? text;

/** As an instant: the given time, or the last moment of the day. */
function deadlineIn(day: string, time: string, timeZone: string): string {
  if (time !== '') return isoOr(`${day}T${time}`, instantAt(`${day}T${time}`, timeZone));
  const end = endOfDay(day, timeZone);
  return isoOr(day, end && new Date(end.getTime() - 1));
}

/** The day and the time of a deadline, which is left out at the end of the day. */
function partsOf(deadline: string | undefined, timeZone: string): [day: string, time: string] {
  const at = deadline === undefined ? null : parseDeadline(deadline);
  if (!at) return ['', ''];
  const [day = '', time = ''] = clockAt(at, timeZone).split('T');
  const isEnd = at.getTime() + 1 === endOfDay(day, timeZone)?.getTime();
  return [day, isEnd ? '' : time];
}

const addressesIn = (lines: string) =>
  lines
    .split('\n')
    .map((address) => address.trim())
    .filter((address) => address !== '');

export const formerAddresses = ({ rows }: SignersForm): FormerAddress[] =>
  rows.map(({ email, former }) => ({ email, former: former || null }));

/** The form of a saved plan. @param timeZone - of the form's times */
export function fromPlan(plan: PlannedSend, timeZone: string): SignersForm {
  const [expires, expiresTime] = partsOf(plan.expiresDate, timeZone);
  const scheduled = plan.scheduledDate === undefined ? null : parseDeadline(plan.scheduledDate);
  return {
    rows: plan.signers.map(({ email, name, order, locale }) => ({
      email,
      person: name,
      order: String(order),
      language: locale ?? '',
      former: email,
      told: email,
    })),
    sequence: sequenceOf(plan.signers),
    subject: plan.subject,
    message: plan.messageContent,
    isVerified: plan.requireVerification,
    expires,
    expiresTime,
    remindEvery: String(plan.remindEvery ?? ''),
    mayHandOver: plan.allowHandOver ?? false,
    copies: plan.ccOnComplete?.join('\n') ?? '',
    senderName: plan.senderName ?? '',
    scheduled: scheduled === null ? '' : clockAt(scheduled, timeZone),
  };
}

function sequenceOf(signers: readonly PlannedSigner[]): Sequence {
  if (signers.every(({ order }) => order === signers[0]!.order)) return 'together';
  return signers.every(({ order }, index) => order === index + 1) ? 'listed' : 'turns';
}

/** The initial form of a draft, with the signers who already have fields. */
export const newSignersForm = (emails: readonly string[]): SignersForm => ({
  ...readSignersForm({}),
  rows: emails.map((email) => ({ ...EMPTY_ROW, email, former: email })),
  sequence: 'together',
});

/** A form that was kept as entered. */
export const fromKept = (kept: object): SignersForm => ({ ...newSignersForm([]), ...kept });

/** Whether any option is set that is usually left empty. */
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
