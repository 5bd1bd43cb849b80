import { emailKey, isAcceptedEmail } from '../../common/validation/email.decorator.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { type PostedFields } from './posted-fields.js';
import { type FieldProblem, lineOf, type SignFormNeeds } from './sign-form.js';

export const MAX_HAND_OVER_REASON = 500;

/** The person who should sign instead, and the reason, one line each. */
export interface HandOverForm {
  person: string;
  email: string;
  reason: string;
}

/** The facts needed to check the form. */
interface HandOverNeeds extends Pick<SignFormNeeds, 'missingScript'> {
  signer: { id: number };
  /** Everyone who signs the document, including this signer. */
  signers: readonly { id: number; emailKey: string }[];
  /** Those who do not sign; some must be others than the signers. */
  recipients: readonly { emailKey: string; separateApprover: boolean }[];
}

export const readHandOverForm = (fields: PostedFields): HandOverForm => ({
  person: lineOf(fields, 'person'),
  email: lineOf(fields, 'email'),
  reason: lineOf(fields, 'reason'),
});

/** Its problems, from top to bottom. All of it is printed on the certificate, so fonts must exist for it. */
export function handOverProblems(form: HandOverForm, needs: HandOverNeeds): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (field: keyof HandOverForm, problem: string | null) => {
    if (problem !== null) problems.push({ field, problem });
    const script = problem === null ? needs.missingScript(form[field]) : null;
    if (script !== null) problems.push({ field, problem: 'script_missing', script });
  };
  add('person', textProblem(form.person, MAX_NAME, { missing: 'new_name_missing', long: 'too_long' }));
  add('email', addressProblem(form.email, needs));
  const words = { missing: 'hand_over_reason_missing', long: 'hand_over_reason_too_long' };
  add('reason', textProblem(form.reason, MAX_HAND_OVER_REASON, words));
  return problems;
}

function textProblem(text: string, max: number, words: { missing: string; long: string }): string | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return words.missing;
  return text.length > max ? words.long : null;
}

function addressProblem(email: string, { signer, signers, recipients }: HandOverNeeds): string | null {
  if (email === '') return 'email_missing';
  if (!isAcceptedEmail(email)) return 'email_wrong';
  const holder = signers.find((each) => each.emailKey === emailKey(email));
  const isOfApprover = recipients.some((each) => each.separateApprover && each.emailKey === emailKey(email));
  if (!holder) return isOfApprover ? 'email_of_approver' : null;
  return holder.id === signer.id ? 'email_own' : 'email_of_signer';
}
