import { type EntityManager } from 'typeorm';
import { type MailMessage } from './mail-models.js';

/** Ids of rows. A queued mail contains nothing else: no tokens, addresses or names. */
export type MailIds = Record<string, number | string>;

/**
 * Writes one kind of mail for a feature. It is called just before the mail is sent, so links are read, and the reason
 * for the mail is checked again, at the last moment.
 */
export interface MailComposer<Ids extends MailIds = MailIds> {
  /** Such as `signature.invitation`. */
  readonly kind: string;
  /** Whether it also goes to those who are no members of an organization for tests: to become members. */
  readonly invites?: boolean;
  /** Whether its recipient is waiting for it, as for a code: then it goes before all others. */
  readonly isAwaited?: boolean;
  /** Null if the mail is no longer needed: cancelled, already signed, address changed. */
  compose(ids: Ids, organizationId: number): Promise<MailMessage | null>;
  /** Runs in the transaction that ends the job; `reply` is the mail server's. */
  accepted?(tx: EntityManager, ids: Ids, reply: string, organizationId: number): Promise<void>;
  /** The mail will not be sent again. */
  failed?(tx: EntityManager, ids: Ids, reason: string, organizationId: number): Promise<void>;
}
