/** What a sender gives when they send a draft. */
export interface SendDetails {
  signers: NewSigner[];
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
}

export interface NewSigner {
  email: string;
  name: string | null;
  /** Signers of a lower order sign first; equal orders sign in parallel. */
  order: number;
}
