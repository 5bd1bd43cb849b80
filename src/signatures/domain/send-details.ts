import { type FieldError, invalid, refusedAll } from '../../common/errors.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { type NewRecipient, participantFaults } from './new-recipients.js';
import { HAND_OVER_TYPES, type SignatureType } from './signature.state.js';

/** A sender's details for sending a draft. */
export interface SendDetails {
  signers: NewSigner[];
  /** Those who do not sign. */
  recipients: NewRecipient[];
  subject: string;
  messageContent: string;
  /** Null for the organization's name. */
  senderName: string | null;
  /** Null for no deadline. */
  expiresDate: Date | null;
  /** When to send; null for now. */
  scheduledDate: Date | null;
  ccOnComplete: string[];
  requireVerification: boolean;
  categoryId: number | null;
  /** Days between automatic reminders; null for none. */
  remindEvery: number | null;
  /** Whether signers may hand over to someone else. */
  allowHandOver: boolean;
}

export interface NewSigner {
  email: string;
  name: string | null;
  /** Signers of a lower order sign first; equal orders sign in parallel. */
  order: number;
  /** The language given by the sender; null for the organization's. */
  locale: string | null;
}

/** How two people who share a mailbox can both sign: their addresses must differ. */
export const ONE_MAILBOX =
  'for two people with one mailbox, give one a plus address, such as name+2@example.com, which arrives in the same mailbox';

/** @throws AppError 400 naming each address that repeats an earlier one */
export function assertDistinct(signers: readonly Pick<NewSigner, 'email'>[]): void {
  const first = new Map<string, number>();
  const details: FieldError[] = [];
  for (const [index, { email }] of signers.entries()) {
    const earlier = first.get(emailKey(email));
    if (earlier === undefined) first.set(emailKey(email), index);
    else {
      const field = `signers[${index}].email`;
      const message = `${field} repeats signers[${earlier}].email; each must be unique: ${ONE_MAILBOX}`;
      details.push({ field, message });
    }
  }
  if (details.length > 0) throw invalid(...details);
}

/** @throws AppError 400 `too_many_recipients`, `recipient_repeated`, `approver_is_signer` */
export function assertRecipients({ signers, recipients }: Pick<SendDetails, 'signers' | 'recipients'>): void {
  const faults = participantFaults(signers, recipients);
  if (faults.length > 0) throw refusedAll(faults);
}

/** @throws AppError 400 for a self_signed request with more than one signer */
export function assertSignerCount(
  { type }: { type: SignatureType },
  { signers }: Pick<SendDetails, 'signers'>,
): void {
  if (type !== 'self_signed' || signers.length === 1) return;
  const message = `signers has ${signers.length} entries, but a self_signed request has exactly one signer`;
  throw invalid({ field: 'signers', message });
}

/** @throws AppError 400 if handing over is allowed but the type does not support it */
export function assertHandOver(
  { type }: { type: SignatureType },
  { allowHandOver }: Pick<SendDetails, 'allowHandOver'>,
): void {
  if (!allowHandOver || HAND_OVER_TYPES.includes(type)) return;
  const message = `allowHandOver is true, but only requests of type ${HAND_OVER_TYPES.join(' or ')} can be handed over, not ${type}`;
  throw invalid({ field: 'allowHandOver', message });
}

/** The changes that sending makes to the draft itself. */
export function toConfiguration(draft: { senderName: string }, details: SendDetails) {
  return {
    subject: details.subject,
    messageContent: details.messageContent,
    senderName: details.senderName ?? draft.senderName,
    expiresDate: details.expiresDate,
    scheduledDate: details.scheduledDate,
    ccOnComplete: distinctAddresses(details.ccOnComplete),
    requireVerification: details.requireVerification,
    categoryId: details.categoryId,
    remindEvery: details.remindEvery,
    allowHandOver: details.allowHandOver,
  };
}

function distinctAddresses(addresses: string[]): string[] {
  return [...new Map(addresses.map((address) => [emailKey(address), address])).values()];
}
