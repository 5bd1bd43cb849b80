import { clockAt, endOfDay, instantAt } from '../../common/time-zones.js';
import { parseDeadline } from '../../common/timestamps.js';
import { MAX_MESSAGE, MAX_NAME, MAX_SUBJECT } from '../../common/validation/limits.js';
import { nearestLocale } from '../../platform/templates/locales.js';
import {
  type FormerAddress,
  type PlannedRecipient,
  type PlannedSend,
  type PlannedSigner,
} from '../../signatures/send-plan.entity.js';
import { type Problems } from './prepare-problems.js';

/** The API's limit. */
const MOST_SIGNERS = 100;

/** Who signs when: everyone at once, in the order of the rows, or by the turns entered. */
export const SEQUENCES = ['together', 'listed', 'turns'] as const;
export type Sequence = (typeof SEQUENCES)[number];

/** What somebody in a row does: sign, approve, be waited for until they have read, read, or get a copy now or at the end. */
export const ROW_ACTIONS = ['sign', 'approve', 'read', 'view', 'copy', 'copy_end'] as const;
export type RowAction = (typeof ROW_ACTIONS)[number];

/** A row of the form; `former` is the address of the fields placed for the signer. */
export interface SignerRow {
  email: string;
  person: string;
  action: RowAction;
  /** Set by a program and kept: `yes` if this approver may not be a signer. */
  separate: string;
  /** As typed. */
  order: string;
  /** The code of a language; empty for the organization's. */
  language: string;
  former: string;
  /** The odd address that the member was told about. */
  told: string;
}

export const EMPTY_ROW: SignerRow = {
  ...{ email: '', person: '', action: 'sign', separate: '' },
  ...{ order: '1', language: '', former: '', told: '' },
};

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
    // A page of the version before has signers only.
    action: ROW_ACTIONS.find((known) => known === fields[`action-${index}`]) ?? 'sign',
    separate: fields[`separate-${index}`] === 'yes' ? 'yes' : '',
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
  const listed = rows.filter(({ action }) => action !== 'copy_end');
  const orderOf = (row: SignerRow) => {
    if (sequence === 'listed') return listed.indexOf(row) + 1;
    return sequence === 'turns' && row.order !== '' ? Number(row.order) : undefined;
  };
  const recipients = rows.filter(isOther).map((row) => toRecipient(row, orderOf(row)));
  return {
    signers: rows.filter(isSigner).map((row): PlannedSigner => ({
      email: row.email,
      name: row.person,
      order: orderOf(row) ?? 1,
      ...languageOf(row),
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
    ...(recipients.length > 0 && { recipients }),
  };
}

const isSigner = ({ action }: SignerRow) => action === 'sign';
const isOther = (row: SignerRow) => !isSigner(row);
const languageOf = ({ language }: SignerRow) =>
  language === '' ? {} : { locale: nearestLocale(language) ?? language };

function toRecipient(row: SignerRow, order: number | undefined): PlannedRecipient {
  const { email, person: name, action } = row;
  const isAtEnd = action === 'copy_end';
  return {
    ...{ email, name, ...languageOf(row) },
    action: action === 'read' ? 'view' : isAtEnd ? 'copy' : action,
    ...(isAtEnd ? { when: 'completed' } : order !== undefined && { order }),
    ...(action === 'read' && { required: true }),
    ...(action === 'approve' && row.separate === 'yes' && { separateApprover: true }),
  };
}

/** What somebody who does not sign was planned for, as an action of a row. */
export function rowActionOf({ action, when, required }: PlannedRecipient): RowAction {
  if (action === 'copy') return when === 'completed' ? 'copy_end' : 'copy';
  if (action === 'view') return required ? 'read' : 'view';
  return 'approve';
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

/** Only those who sign have fields. */
export const formerAddresses = ({ rows }: SignersForm): FormerAddress[] =>
  rows.filter(isSigner).map(({ email, former }) => ({ email, former: former || null }));

/** The form of a saved plan. @param timeZone - of the form's times */
export function fromPlan(plan: PlannedSend, timeZone: string): SignersForm {
  const [expires, expiresTime] = partsOf(plan.expiresDate, timeZone);
  const scheduled = plan.scheduledDate === undefined ? null : parseDeadline(plan.scheduledDate);
  return {
    rows: rowsOf(plan),
    sequence: sequenceOf(plan),
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

/** In the order of their turns: those who come before everyone first, copies at the end last. */
function rowsOf({ signers, recipients = [] }: PlannedSend): SignerRow[] {
  const rows = [
    ...signers.map((signer) => ({ ...signer, action: 'sign' as const, separate: '' })),
    ...recipients.map((each) => ({
      ...each,
      action: rowActionOf(each),
      separate: each.separateApprover ? 'yes' : '',
    })),
  ];
  const placeOf = ({ order, action }: (typeof rows)[number]) =>
    action === 'copy_end' ? Infinity : (order ?? -1);
  return [...rows]
    .sort((a, b) => Number(placeOf(a) > placeOf(b)) - Number(placeOf(a) < placeOf(b)))
    .map(({ email, name, order, locale, action, separate }) => ({
      ...{ email, person: name, action, separate },
      order: order === undefined ? '' : String(order),
      language: locale ?? '',
      former: action === 'sign' ? email : '',
      told: email,
    }));
}

function sequenceOf({ signers, recipients = [] }: PlannedSend): Sequence {
  const hasTurns = recipients.some(({ order }) => order !== undefined);
  if (!hasTurns && signers.every(({ order }) => order === signers[0]!.order)) return 'together';
  const orders = [...signers, ...recipients.filter(({ when }) => when !== 'completed')].map(
    ({ order }) => order ?? 0,
  );
  return orders.sort((a, b) => a - b).every((order, index) => order === index + 1) ? 'listed' : 'turns';
}

/** The initial form of a draft, with the signers who already have fields. */
export const newSignersForm = (emails: readonly string[]): SignersForm => ({
  ...readSignersForm({}),
  rows: emails.map((email) => ({ ...EMPTY_ROW, email, former: email })),
  sequence: 'together',
});

/** A form that was kept as entered. */
export function fromKept(kept: object): SignersForm {
  const form = { ...newSignersForm([]), ...kept };
  // Those kept by the version before have no actions.
  return { ...form, rows: form.rows.map((row) => ({ ...EMPTY_ROW, ...row })) };
}

/** Problems of members of the API's body at the rows of the form that they come from. */
export function atRows(problems: Problems, { rows }: Pick<SignersForm, 'rows'>): Problems {
  const numbersOf = (isOne: (row: SignerRow) => boolean) =>
    rows.flatMap((row, index) => (isOne(row) ? [index] : []));
  const [signing, others] = [numbersOf(isSigner), numbersOf(isOther)];
  const placed = Object.entries(problems).map(([control, problem]) => {
    const [, other, name, index] = /^(recipient-)?([a-z]+)-(\d+)$/.exec(control) ?? [];
    if (name === undefined) return [control, problem] as const;
    const numbers = other === undefined ? signing : others;
    return [`${name}-${numbers[Number(index)] ?? index}`, problem] as const;
  });
  return Object.fromEntries(placed);
}

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
