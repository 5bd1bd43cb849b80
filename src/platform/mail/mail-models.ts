/** What every mail says: on whose behalf it is sent, and, where it is known, to whom. */
interface Addressed {
  organizationName: string;
  /** Null: no greeting. */
  recipientName: string | null;
}

/** To a signer who may sign: invitation, reminder, your turn. */
export interface SigningRequestMail extends Addressed {
  senderName: string;
  documentName: string;
  /** The sender's own words, empty if there are none. */
  message: string;
  /** The signer's link. */
  url: string;
  /** When the request expires. */
  until: Date | null;
  /** Others sign first: the mail says that the turn comes later. */
  waitsForOthers: boolean;
}

/** To each signer, and to each address of `ccOnComplete`. */
export interface CompletedMail extends Addressed {
  senderName: string;
  documentName: string;
  /** Names, or addresses where there is no name. */
  signers: string[];
  /** The signed document is attached; where it is too large for mail, the mail says who holds it. */
  hasCopy: boolean;
  /** The certificate of completion is attached. */
  hasCertificate: boolean;
}

/** To a signer of an `advanced` request. */
export interface OneTimeCodeMail extends Addressed {
  documentName: string;
  code: string;
  /** How long the code is valid. */
  minutes: number;
}

/** To the person of a short-form verification. */
export interface VerificationMail extends Addressed {
  /** The session's address. */
  url: string;
  until: Date;
}

/** To each reviewer; the person is not named. */
export interface ReviewMail extends Addressed {
  organizationId: number;
  verificationId: number;
  dueAt: Date;
}

/** To the user in whose name a request was made, when a signer's verification failed for good. */
export interface IdentityFailedMail extends Addressed {
  /** The signer's name, or the address where there is no name. */
  signer: string;
  documentName: string;
  signatureId: number;
}

/** To signers and copied addresses, once somebody has declined; the reason is the sender's alone. */
export interface RejectedMail extends Addressed {
  senderName: string;
  documentName: string;
  /** Who declined: the name, or the masked address where there is no name. */
  signer: string;
}

/** To the user in whose name a request was made, once somebody has declined. */
export interface RejectedToSenderMail extends Addressed {
  documentName: string;
  /** The signer's name, or the address where there is no name. */
  signer: string;
  email: string;
  /** In the signer's own words. */
  reason: string;
}

/** To the user in whose name a request was made, once its deadline has passed. */
export interface ExpiredMail extends Addressed {
  documentName: string;
  until: Date;
  /** Names with addresses of those who have not signed. */
  missing: string[];
}

/** A file that goes with a mail. */
export interface MailAttachment {
  fileName: string;
  mimeType: string;
  content: Buffer;
}

/** Each mail's template (`views/mail/<name>.html.hbs` and `.text.hbs`, subject `mail.<name>.subject`) and its model. */
export interface MailModels {
  invitation: SigningRequestMail;
  reminder: SigningRequestMail;
  'your-turn': SigningRequestMail;
  completed: CompletedMail;
  'one-time-code': OneTimeCodeMail;
  verification: VerificationMail;
  'review-requested': ReviewMail;
  'review-due-soon': ReviewMail;
  'identity-failed': IdentityFailedMail;
  rejected: RejectedMail;
  'rejected-to-sender': RejectedToSenderMail;
  expired: ExpiredMail;
}

export type MailTemplate = keyof MailModels;

/** A mail as a feature composes it, ready to be rendered; to one person, so that a refusal is one person's. */
export type MailMessage = {
  [Template in MailTemplate]: { template: Template; model: MailModels[Template] };
}[MailTemplate] & {
  to: string;
  locale: string;
  /** Shown as sender instead of the organization's name. */
  fromName?: string;
  replyTo?: string;
  /** The sender's own subject; empty or absent: the template's. */
  subject?: string;
  attachments?: MailAttachment[];
};
