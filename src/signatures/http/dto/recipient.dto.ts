import {
  type RecipientAction,
  type RecipientStatus,
  type RecipientWhen,
} from '../../domain/recipient.state.js';

/** Somebody who does not sign. */
export class RecipientDto {
  id: number;
  email: string;
  name: string | null;
  action: RecipientAction;
  /** Among the orders of the signers; null for before everyone who has one. */
  order: number | null;
  when: RecipientWhen;
  /** Whether others wait for them. */
  required: boolean;
  separateApprover: boolean;
  /** The language given by the sender or chosen by the recipient; null for the organization's. */
  locale: string | null;
  status: RecipientStatus;
  /** When their first email was queued; null before. */
  toldAt: string | null;
  /** When they approved, declined, read the document or got their copy; null before. */
  actedAt: string | null;
  /** Why an approver declined, in their own words. */
  reason: string | null;
}

export class RecipientListDto {
  items: RecipientDto[];
}
