import { type HandOver, nameAndAddress } from '../../audit-chain/hand-over.js';
import { type AskingModel, type MailMessage, type ReplyAddress } from '../../platform/mail/mail-models.js';
import { type Statement } from '../../platform/templates/statement.js';
import { type SignerStatus } from './signer.state.js';
import { isReached, type Participants } from './signing-order.policy.js';

/** Asks a signer to sign: invitation, reminder, your turn, handed over. */
interface SigningRequestModel extends AskingModel {
  documentName: string;
  /** The sender's own words; may be empty. */
  message: string;
  /** The signer's link. */
  url: string;
  /** When the request expires. */
  until: Date | null;
  /** Others sign first, and the mail states that the signer's turn comes later. */
  waitsForOthers: boolean;
  /** The texts where others also approve or read; absent where everyone signs. */
  waitsKey?: string;
  leadKey?: string;
  /** The first few of those who sign as well: names, or addresses where there are none. */
  others: string[];
  /** How many more there are, as a text; null for none. */
  moreOthers: Statement | null;
  /** Name and address of the signer who handed over to this one, or null. */
  handedOverBy: string | null;
}

/** The most that a mail names of the others who sign. */
const MOST_OTHERS = 3;

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    invitation: SigningRequestModel;
    reminder: SigningRequestModel;
    'your-turn': SigningRequestModel;
    'handed-over': SigningRequestModel;
  }
}

/** Texts for requests in which others approve or read before. */
const WAITING = { waitsKey: 'mail.signing.waits-for-others-all' };
const ABOUT_ALL = {
  invitation: WAITING,
  reminder: WAITING,
  'handed-over': WAITING,
  'your-turn': { leadKey: 'mail.your-turn.lead-all' },
} as const;

export type SignerMailTemplate = 'invitation' | 'reminder' | 'your-turn' | 'handed-over';

interface MailedSigner {
  id: number;
  email: string;
  name: string | null;
  order: number;
  status: SignerStatus;
  /** The language chosen by the signer or given by the caller; null for the organization's. */
  locale: string | null;
}

/** Who asks; `senderMember` stands for `senderName` where it is set. */
interface MailedAsker {
  organizationName: string;
  senderMember: string | null;
  replyTo: ReplyAddress | null;
}

/** The context of a mail to a signer. */
export interface SignerMailContext {
  signature: {
    senderName: string;
    subject: string;
    messageContent: string;
    originalDocumentName: string;
    expiresDate: Date | null;
  };
  signer: MailedSigner;
  /** Everyone who signs, including this signer. */
  signers: readonly MailedSigner[];
  recipients: Participants['recipients'];
  asker: MailedAsker;
  /** The hand-overs that led to this signer; empty for the original one. */
  handOvers: readonly HandOver[];
}

/** The mail with a signer's link, `url`. */
export function toSignerMail(
  template: SignerMailTemplate,
  { signature, signer, signers, recipients, asker: { replyTo, ...asker }, handOvers }: SignerMailContext,
  url: string,
): MailMessage {
  const former = handOvers.at(-1)?.from;
  const model: SigningRequestModel = {
    ...asker,
    recipientName: signer.name,
    senderName: signature.senderName,
    documentName: signature.originalDocumentName,
    message: signature.messageContent,
    url,
    until: signature.expiresDate,
    waitsForOthers: !isReached({ signers, recipients }, signer),
    ...(recipients.some(({ required }) => required) && ABOUT_ALL[template]),
    ...othersOf(signer, signers),
    handedOverBy: former ? nameAndAddress(former) : null,
  };
  return {
    template,
    model,
    to: signer.email,
    locale: signer.locale,
    fromName: signature.senderName,
    subject: signature.subject,
    replyTo,
  };
}

function othersOf({ id }: MailedSigner, signers: readonly MailedSigner[]) {
  const others = signers.filter((signer) => signer.id !== id).map(({ name, email }) => name?.trim() || email);
  const count = others.length - MOST_OTHERS;
  return {
    others: others.slice(0, MOST_OTHERS),
    moreOthers: count > 0 ? { key: 'mail.signing.more-others', values: { count } } : null,
  };
}
