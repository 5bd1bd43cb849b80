import { OPEN_STATUSES } from '../../signatures/domain/signature.state.js';
import { isEveryoneDone, isReached } from '../../signatures/domain/signing-order.policy.js';
import { type ReaderContext } from './reader-context.js';

/** Why somebody who does not sign can do nothing with this link, now or ever. */
export type ReaderObstacle =
  | 'cancelled'
  | 'replaced'
  | 'removed'
  | 'completed'
  | 'rejected_by_you'
  | 'rejected_by_other'
  | 'expired'
  | 'approved'
  | 'viewed'
  | 'not_open'
  | 'not_your_turn';

type Facts = Pick<ReaderContext, 'recipient' | 'linkVoidReason'> & {
  seen: Pick<ReaderContext['seen'], 'signature' | 'signers' | 'recipients' | 'isPastDeadline'>;
};

/** Those in which the document can still be read. */
const READABLE: readonly (ReaderObstacle | null)[] = [null, 'approved', 'viewed', 'not_your_turn'];

/** The obstacle to acting, or null; copies have nothing to do, and none until the request ends. Final ones come first. */
export function readerObstacleTo({ recipient, linkVoidReason, seen }: Facts): ReaderObstacle | null {
  const { signature } = seen;
  if (signature.deletedAt !== null || linkVoidReason === 'cancelled') return 'cancelled';
  if (linkVoidReason !== null) return linkVoidReason;
  if (recipient.removedAt !== null) return 'removed';
  if (signature.status === 'completed') return 'completed';
  if (recipient.status === 'rejected') return 'rejected_by_you';
  if (signature.status === 'rejected') return 'rejected_by_other';
  if (signature.status === 'expired' || (seen.isPastDeadline && !isEveryoneDone(seen))) return 'expired';
  if (recipient.status === 'approved' || recipient.status === 'viewed') return recipient.status;
  if (!OPEN_STATUSES.includes(signature.status)) return 'not_open';
  return recipient.required && !isReached(seen, recipient) ? 'not_your_turn' : null;
}

/** Whether the document may be read with this link. */
export const mayRead = (facts: Facts): boolean => READABLE.includes(readerObstacleTo(facts));

/** Whether this link gives the signed document. */
export const mayHaveCopy = (facts: Facts): boolean => readerObstacleTo(facts) === 'completed';

/** Whether the reader can approve or say no now. */
export const mayDecide = (facts: Facts): boolean =>
  facts.recipient.action === 'approve' && readerObstacleTo(facts) === null;

/** Whether the reader can confirm now that they have read the document. */
export const mayConfirm = (facts: Facts): boolean =>
  facts.recipient.action === 'view' && readerObstacleTo(facts) === null;
