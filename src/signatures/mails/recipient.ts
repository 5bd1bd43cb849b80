import { type Recipient as NotSigning } from '../recipients/recipient.entity.js';
import { type Signature } from '../signature.entity.js';
import { type Signer } from '../signers/signer.entity.js';

/** A mail to a signer, to somebody who does not sign, or to an address of ccOnComplete. */
export type RecipientIds =
  | { signatureId: number; signerId: number }
  | { signatureId: number; recipientId: number }
  | { signatureId: number; ccIndex: number };

export interface Recipient {
  email: string;
  name: string | null;
  /** Null for the organization's language. */
  locale: string | null;
}

/** Undefined if the request has no such signer or address. */
export function recipientOf(
  ids: RecipientIds,
  signature: Signature,
  signers: readonly Signer[],
  recipients: readonly NotSigning[],
): Recipient | undefined {
  if ('signerId' in ids) return signers.find(({ id }) => id === ids.signerId);
  if ('recipientId' in ids) return recipients.find(({ id }) => id === ids.recipientId);
  const email = signature.ccOnComplete[ids.ccIndex];
  return email === undefined ? undefined : { email, name: null, locale: signature.locale };
}
