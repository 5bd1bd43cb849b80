import { type AppError, type FieldError } from '../../common/errors.js';
import { type Statement } from '../../platform/templates/statement.js';

/** Problems of a form's controls, by control id. */
export type Problems = Readonly<Record<string, Statement>>;

const told = (key: string): Statement => ({ key: `dashboard.prepare.problems.${key}` });

/** The API body members that a form sets, with their controls and possible problems. */
const KNOWN: readonly [member: RegExp, control: string, problem: string][] = [
  [/^signers\[(\d+)\]\.email$/, 'email-', 'email'],
  [/^signers\[(\d+)\]\.name$/, 'person-', 'person'],
  [/^signers\[(\d+)\]\.order$/, 'order-', 'order'],
  [/^signers\[(\d+)\]\.locale$/, 'language-', 'language'],
  [/^recipients\[(\d+)\]\.email$/, 'recipient-email-', 'email'],
  [/^recipients\[(\d+)\]\.name$/, 'recipient-person-', 'person'],
  [/^recipients\[(\d+)\]\.order$/, 'recipient-order-', 'order'],
  [/^recipients\[(\d+)\]\.when$/, 'recipient-order-', 'turn'],
  [/^recipients\[(\d+)\]\.locale$/, 'recipient-language-', 'language'],
  [/^signers$/, 'email-0', 'signers'],
  [/^recipients$/, 'email-0', 'people'],
  [/^subject$/, 'subject', 'subject'],
  [/^messageContent$/, 'message', 'message'],
  [/^expiresDate$/, 'expires', 'expires'],
  [/^scheduledDate$/, 'scheduled', 'scheduled'],
  [/^remindEvery$/, 'remindEvery', 'remindEvery'],
  [/^allowHandOver$/, 'allowHandOver', 'handOver'],
  [/^ccOnComplete$/, 'copies', 'copies'],
  [/^senderName$/, 'senderName', 'person'],
  [/^originalDocumentName$/, 'documentName', 'documentName'],
  [/^type$/, 'type', 'type'],
];

/** Further problems of a member, recognized by words in the error. */
const VARIANTS: Readonly<Record<string, readonly [words: string, problem: string]>> = {
  email: [' repeats ', 'repeated'],
  signers: ['exactly one signer', 'oneSigner'],
  expires: ['in the future', 'expiresPast'],
  scheduled: ['in the future', 'scheduledPast'],
};

/** Turns the API's errors about body members into sentences for the form's controls; ignores all others. */
export function problemsOf({ code, details = [] }: Pick<AppError, 'code' | 'details'>): Problems {
  if (code === 'scheduled_after_expiry') return { scheduled: told('scheduledLate') };
  return Object.fromEntries(details.flatMap(problemsWith));
}

function problemsWith({ field, message, code }: FieldError): [control: string, problem: Statement][] {
  return KNOWN.filter(([member]) => member.test(field)).map(([member, control, problem]) => {
    const [words, variant] = VARIANTS[problem] ?? [];
    const [, index = ''] = member.exec(field)!;
    const isSeparate = code === 'approver_is_signer';
    const isRepeated = code === 'recipient_repeated';
    const found = words && message.includes(words) ? variant! : problem;
    return [control + index, told(isSeparate ? 'separate' : isRepeated ? 'repeatedAction' : found)];
  });
}
