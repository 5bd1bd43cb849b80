import { type HandOver, nameAndAddress } from '../../audit-chain/hand-over.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { type SignerStatus } from './signer.state.js';
import { signersBefore } from './signing-order.policy.js';

/** Asks a signer to sign: invitation, reminder, your turn, handed over. */
interface SigningRequestModel extends MailModel {
  senderName: string;
  documentName: string;
  /** The sender's own words; may be empty. */
  message: string;
  /** The signer's link. */
  url: string;
  /** When the request expires. */
  until: Date | null;
  /** Others sign first, and the mail says that the signer's turn comes later. */
  waitsForOthers: boolean;
  /** Name and address of the signer who handed over to this one; null if nobody did. */
  handedOverBy: string | null;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    invitation: SigningRequestModel;
    reminder: SigningRequestModel;
    'your-turn': SigningRequestModel;
    'handed-over': SigningRequestModel;
  }
}

export type SignerMailTemplate = 'invitation' | 'reminder' | 'your-turn' | 'handed-over';

interface MailedSigner {
  id: number;
  email: string;
  name: string | null;
  order: number;
  status: SignerStatus;
  /** The language that the signer chose or the caller gave; null for the organization's. */
  locale: string | null;
}

/** What a mail to a signer is about. */
export interface SignerMailContext {
  signature: {
    senderName: string;
    subject: string;
    messageContent: string;
    originalDocumentName: string;
    expiresDate: Date | null;
  };
  signer: MailedSigner;
  /** Everyone who signs, the signer included. */
  signers: readonly MailedSigner[];
  organizationName: string;
  /** By which the signer has taken the place of others; empty for the first one. */
  handOvers: readonly HandOver[];
}

/** The mail with a signer's link, `url`. */
export function toSignerMail(
  template: SignerMailTemplate,
  { signature, signer, signers, organizationName, handOvers }: SignerMailContext,
  url: string,
): MailMessage {
  const former = handOvers.at(-1)?.from;
  const model: SigningRequestModel = {
    organizationName,
    recipientName: signer.name,
    senderName: signature.senderName,
    documentName: signature.originalDocumentName,
    message: signature.messageContent,
    url,
    until: signature.expiresDate,
    waitsForOthers: signersBefore(signers, signer).length > 0,
    handedOverBy: former ? nameAndAddress(former) : null,
  };
  return {
    template,
    model,
    to: signer.email,
    locale: signer.locale,
    fromName: signature.senderName,
    subject: signature.subject,
  };
}
