/** What every mail says: on whose behalf it is sent and, if known, to whom. */
export interface MailModel {
  organizationName: string;
  /** Null: no greeting. */
  recipientName: string | null;
}

/**
 * The model of every mail, by template: `views/mail/<name>.html.hbs` and `.text.hbs`, subject `mail.<name>.subject`.
 * Features add their own by declaration merging, beside the composer.
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

/** A mail as a feature composes it, ready to be rendered. It has one recipient, so that a refusal concerns one person. */
export type MailMessage = {
  [Template in MailTemplate]: { template: Template; model: MailModels[Template] };
}[MailTemplate] & {
  to: string;
  /** Null or absent for the organization's own. */
  locale?: string | null;
  /** Shown as the sender instead of the organization's name. */
  fromName?: string;
  replyTo?: string;
  /** The sender's own subject; if empty or absent, the template's. */
  subject?: string;
  attachments?: MailAttachment[];
};
