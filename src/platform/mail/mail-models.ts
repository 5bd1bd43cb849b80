/** Common to every mail: on whose behalf it is sent and, if known, to whom. */
export interface MailModel {
  organizationName: string;
  /** Null for no greeting. */
  recipientName: string | null;
}

/** Common to mails in which somebody asks the recipient for something. */
export interface AskingModel extends MailModel {
  /** As the sender gave it; the organization's name by default. */
  senderName: string;
  /** The member who asks, named together with the organization instead of `senderName`; null or absent for none. */
  senderMember?: string | null;
}

/** Where a mail is answered. */
export interface ReplyAddress {
  /** May be empty. */
  name: string;
  address: string;
}

/**
 * The model of every mail, by template: `views/mail/<name>.html.hbs` and `.text.hbs`, subject `mail.<name>.subject`.
 * Features add their own by declaration merging, next to the composer.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- features fill it
export interface MailModels {}

export type MailTemplate = keyof MailModels;

/** A file attached to a mail. */
export interface MailAttachment {
  fileName: string;
  mimeType: string;
  content: Buffer;
  /** Set for a picture that the HTML shows, by this id. */
  contentId?: string;
}

/**
 * A mail composed by a feature, ready to be rendered. It has one recipient, so that a refusal concerns one person.
 */
export type MailMessage = {
  [Template in MailTemplate]: { template: Template; model: MailModels[Template] };
}[MailTemplate] & {
  to: string;
  /** Null or absent for the organization's language. */
  locale?: string | null;
  /** Shown as the sender instead of the organization's name. */
  fromName?: string;
  /** Null or absent for nowhere. */
  replyTo?: ReplyAddress | null;
  /** The sender's own subject; if empty or absent, the template's. */
  subject?: string;
  attachments?: MailAttachment[];
};
