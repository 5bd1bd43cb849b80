import { type AppError, type FieldError } from '../../common/errors.js';
import { type Statement } from '../../platform/templates/statement.js';

/** What is wrong with a control of a form, by the control's id. */
export type Problems = Readonly<Record<string, Statement>>;

const told = (key: string): Statement => ({ key: `dashboard.prepare.problems.${key}` });

/** The members of API bodies that a form has, with their controls and what can be wrong with them. */
const KNOWN: readonly [member: RegExp, control: string, problem: string][] = [
  [/^signers\[(\d+)\]\.email$/, 'email-', 'email'],
  [/^signers\[(\d+)\]\.name$/, 'person-', 'person'],
  [/^signers\[(\d+)\]\.order$/, 'order-', 'order'],
  [/^signers\[(\d+)\]\.locale$/, 'language-', 'language'],
  [/^signers$/, 'email-0', 'signers'],
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

/** What else can be wrong with a member, recognized by words in the error. */
const VARIANTS: Readonly<Record<string, readonly [words: string, problem: string]>> = {
  email: [' repeats ', 'repeated'],
  signers: ['exactly one signer', 'oneSigner'],
  expires: ['in the future', 'expiresPast'],
  scheduled: ['in the future', 'scheduledPast'],
};

/** The API's errors about members of a body, as sentences beside the controls of the form; none about anything else. */
export function problemsOf({ code, details = [] }: Pick<AppError, 'code' | 'details'>): Problems {
  if (code === 'scheduled_after_expiry') return { scheduled: told('scheduledLate') };
  return Object.fromEntries(details.flatMap(problemsWith));
}

function problemsWith({ field, message }: FieldError): [control: string, problem: Statement][] {
  return KNOWN.filter(([member]) => member.test(field)).map(([member, control, problem]) => {
    const [words, variant] = VARIANTS[problem] ?? [];
    const [, index = ''] = member.exec(field)!;
    return [control + index, told(words && message.includes(words) ? variant! : problem)];
  });
}
