import { type EntityManager } from 'typeorm';
import { type MailMessage } from './mail-models.js';

/** Ids of rows, which is all that a queued mail holds: never a token, an address or a name. */
export type MailIds = Record<string, number | string>;

/**
 * How a feature writes one kind of mail. It is asked when the mail is about to leave, so links are read, and the reason
 * for the mail is looked at again, at the last moment.
 */
export interface MailComposer<Ids extends MailIds = MailIds> {
  /** Such as `signature.invitation`. */
  readonly kind: string;
  /** Null when the mail has become moot: cancelled, signed already, address changed. */
  compose(ids: Ids, organizationId: number): Promise<MailMessage | null>;
  /** Runs in the transaction that ends the job; `reply` is what the mail server said. */
  accepted?(tx: EntityManager, ids: Ids, reply: string): Promise<void>;
  /** The mail will not be tried again. */
  failed?(tx: EntityManager, ids: Ids, reason: string): Promise<void>;
}
