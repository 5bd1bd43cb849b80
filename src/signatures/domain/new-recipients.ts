import { type FieldError } from '../../common/errors.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import {
  RECIPIENT_ACTIONS,
  RECIPIENT_WHENS,
  type RecipientAction,
  type RecipientWhen,
} from './recipient.state.js';

/** Signers and recipients of a request, together. */
export const MAX_PARTICIPANTS = 100;

/** Somebody to be added to a request who does not sign it. */
export interface NewRecipient {
  email: string;
  name: string | null;
  action: RecipientAction;
  /** Among the orders of the signers; null for before everyone. */
  order: number | null;
  when: RecipientWhen;
  required: boolean;
  locale: string | null;
  /** Whether this address may not be a signer's. */
  separateApprover: boolean;
}

/** The same as a sender gives it: what is absent follows from the action. */
export interface GivenRecipient {
  email: string;
  name?: string | null;
  action: string;
  order?: number;
  when?: string;
  required?: boolean;
  locale?: string | null;
  separateApprover?: boolean;
}

export type RecipientFault = FieldError & { code: string };

/** @returns null for an action that there is not */
export function toNewRecipient(given: GivenRecipient): NewRecipient | null {
  const action = RECIPIENT_ACTIONS.find((each) => each === given.action);
  if (!action) return null;
  const required = given.required ?? action === 'approve';
  const usual = required || given.order !== undefined ? 'turn' : 'sent';
  const when = given.when === undefined ? usual : RECIPIENT_WHENS.find((each) => each === given.when);
  return {
    email: given.email,
    name: given.name ?? null,
    action,
    order: given.order ?? null,
    when: when ?? usual,
    required,
    locale: given.locale ?? null,
    separateApprover: given.separateApprover ?? false,
  };
}

/** As a plan keeps somebody who is to be added: only what differs from the usual. */
export function toPlannedRecipient({
  email,
  name,
  action,
  order,
  when,
  required,
  locale,
  separateApprover,
}: NewRecipient): GivenRecipient & { name: string } {
  return {
    ...{ email, name: name ?? '', action },
    ...(order !== null && { order }),
    ...(!required && order === null && when !== 'sent' && { when }),
    ...(action === 'view' && required && { required }),
    ...(locale !== null && { locale }),
    ...(separateApprover && { separateApprover }),
  };
}

/** What is wrong with each of them by itself. */
export function recipientFaults(given: readonly GivenRecipient[]): RecipientFault[] {
  return given.flatMap((each, index): RecipientFault[] => {
    const place = `recipients[${index}]`;
    const made = toNewRecipient(each);
    if (made === null) {
      const message = `${place}.action is ${quoted(each.action)}, but must be one of ${RECIPIENT_ACTIONS.join(', ')}`;
      return [{ code: 'recipient_action_unknown', field: `${place}.action`, message }];
    }
    const problem = whenProblem(each, made);
    return [
      ...(problem === null
        ? []
        : [{ code: 'recipient_when_invalid', field: `${place}.when`, message: `${place}.when ${problem}` }]),
      ...memberFaults(place, made),
    ];
  });
}

/** Why somebody cannot be told at that time; null if they can. */
function whenProblem({ when: given }: GivenRecipient, made: NewRecipient): string | null {
  const { action, required, order, when } = made;
  const isKnown = given === undefined || RECIPIENT_WHENS.some((each) => each === given);
  if (!isKnown) return `is ${quoted(given)}, but must be one of ${RECIPIENT_WHENS.join(', ')}`;
  if (required)
    return when === 'turn'
      ? null
      : `is '${when}', but others wait for this recipient, who is told at their turn: leave it out`;
  if (action === 'view' && when === 'completed')
    return "is 'completed', but a reader reads the document before: use the action 'copy'";
  if (when === 'turn' && order === null) return "is 'turn', which needs an order";
  if (when !== 'turn' && order !== null)
    return `is '${when}', so the order has no meaning: leave one of them out`;
  return null;
}

function memberFaults(place: string, { action, required, separateApprover }: NewRecipient): RecipientFault[] {
  const fault = (member: string, words: string) => ({
    code: 'validation_failed',
    field: `${place}.${member}`,
    message: `${place}.${member} ${words}`,
  });
  return [
    ...(action === 'approve' && !required ? [fault('required', 'is false, but approvals are required')] : []),
    ...(action === 'copy' && required ? [fault('required', 'is true, but nobody waits for a copy')] : []),
    ...(action !== 'approve' && separateApprover
      ? [fault('separateApprover', "is true, but the action is not 'approve'")]
      : []),
  ];
}

/** What is wrong with all of them together, beside the signers. */
export function participantFaults(
  signers: readonly { email: string }[],
  recipients: readonly Pick<NewRecipient, 'email' | 'action' | 'separateApprover'>[],
): RecipientFault[] {
  const count = signers.length + recipients.length;
  if (count > MAX_PARTICIPANTS) {
    const message = `A request has at most ${MAX_PARTICIPANTS} signers and recipients together, but there are ${count}`;
    return [{ code: 'too_many_recipients', field: 'recipients', message }];
  }
  const signing = new Set(signers.map(({ email }) => emailKey(email)));
  const first = new Map<string, number>();
  return recipients.flatMap(({ email, action, separateApprover }, index): RecipientFault[] => {
    const field = `recipients[${index}].email`;
    const key = `${action} ${emailKey(email)}`;
    const earlier = first.get(key);
    first.set(key, earlier ?? index);
    if (earlier !== undefined)
      return [
        {
          code: 'recipient_repeated',
          field,
          message: `${field} repeats recipients[${earlier}].email with the same action '${action}': leave one of them out`,
        },
      ];
    if (!separateApprover || !signing.has(emailKey(email))) return [];
    const message = `${field} is a signer's address, but separateApprover is true: name another approver`;
    return [{ code: 'approver_is_signer', field, message }];
  });
}

const quoted = (value: unknown) => JSON.stringify(value).slice(0, 60);
