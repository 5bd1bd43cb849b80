import { type FieldError } from '../../common/errors.js';
import { type Statement } from '../../platform/templates/statement.js';

/** What is wrong with a control of a form, by the control's id. */
export type Problems = Readonly<Record<string, Statement>>;

const told = (key: string): Statement => ({ key: `dashboard.prepare.problems.${key}` });

/** The members of the API's bodies that a form has, with their controls and what can be wrong with them. */
const KNOWN: readonly [member: RegExp, control: string, problem: string][] = [
  [/^signers\[(\d+)\]\.email$/, 'email-', 'email'],
  [/^signers\[(\d+)\]\.name$/, 'person-', 'person'],
  [/^signers\[(\d+)\]\.order$/, 'order-', 'order'],
  [/^signers$/, 'email-0', 'signers'],
  [/^subject$/, 'subject', 'subject'],
  [/^messageContent$/, 'message', 'message'],
  [/^expiresDate$/, 'expires', 'expires'],
  [/^originalDocumentName$/, 'documentName', 'documentName'],
  [/^type$/, 'type', 'type'],
];

/** The API's complaints about members of a body, as sentences beside the controls of the form. */
export function problemsOf(details: readonly FieldError[]): Problems {
  return Object.fromEntries(
    details.flatMap(({ field, message }) =>
      KNOWN.filter(([member]) => member.test(field)).map(([member, control, problem]) => {
        const repeats = problem === 'email' && message.includes(' repeats ');
        const [, index = ''] = member.exec(field)!;
        return [control + index, told(repeats ? 'repeated' : problem)] as const;
      }),
    ),
  );
}
