import { type RecipientAction, type RecipientStatus } from './recipient.state.js';
import { type SignerStatus } from './signer.state.js';

interface OrderedSigner {
  id: number;
  order: number;
  status: SignerStatus;
}

interface OrderedRecipient {
  id: number;
  action: RecipientAction;
  /** Null for before everyone who has an order. */
  order: number | null;
  /** Whether others wait until they have read it; always of those who approve, never of copies. */
  required: boolean;
  status: RecipientStatus;
}

/** Everyone who has a part in a request. Removed recipients are not among them. */
export interface Participants<
  S extends OrderedSigner = OrderedSigner,
  R extends OrderedRecipient = OrderedRecipient,
> {
  signers: readonly S[];
  recipients: readonly R[];
}

/** The turn of those without an order: signers' orders begin at 0. */
const FIRST = -1;

/** The place of somebody's turn. Those with equal places act in parallel, lower ones before higher ones. */
export const turnOf = ({ order }: { order: number | null }): number => order ?? FIRST;

/** Those who have yet to act before the request can be completed: signers, approvers, and readers who are required. */
export function awaitedOf<S extends OrderedSigner, R extends OrderedRecipient>({
  signers,
  recipients,
}: Participants<S, R>): { signers: S[]; recipients: R[] } {
  return {
    signers: signers.filter(({ status }) => status === 'pending'),
    recipients: recipients.filter(({ required, status }) => required && status === 'pending'),
  };
}

/** Those awaited whose turn it is: the first that still has any. */
export function inTurn<S extends OrderedSigner, R extends OrderedRecipient>(
  all: Participants<S, R>,
): { signers: S[]; recipients: R[] } {
  const { signers, recipients } = awaitedOf(all);
  const next = Math.min(...[...signers, ...recipients].map(turnOf));
  const isNext = (each: S | R) => turnOf(each) === next;
  return { signers: signers.filter(isNext), recipients: recipients.filter(isNext) };
}

/** Those awaited whose turn comes before this one's. */
export function awaitedBefore<S extends OrderedSigner, R extends OrderedRecipient>(
  all: Participants<S, R>,
  one: { order: number | null },
): { signers: S[]; recipients: R[] } {
  const { signers, recipients } = awaitedOf(all);
  const isBefore = (each: S | R) => turnOf(each) < turnOf(one);
  return { signers: signers.filter(isBefore), recipients: recipients.filter(isBefore) };
}

/** Whether the turn of somebody with this order has come. */
export function isReached(all: Participants, one: { order: number | null }): boolean {
  const { signers, recipients } = awaitedBefore(all, one);
  return signers.length + recipients.length === 0;
}

/** Whether nobody has to act any more, so that the document can be sealed. */
export function isEveryoneDone(all: Participants): boolean {
  const { signers, recipients } = awaitedOf(all);
  return signers.length + recipients.length === 0;
}

/**
 * Those whose turn has come between two states of a request and who have not acted, among them readers and copies that nobody
 * waits for.
 */
export function reachedBetween<S extends OrderedSigner, R extends OrderedRecipient>(
  before: Participants,
  after: Participants<S, R>,
): { signers: S[]; recipients: R[] } {
  const isNew = (each: S | R) =>
    each.status === 'pending' && isReached(after, each) && !isReached(before, each);
  return { signers: after.signers.filter(isNew), recipients: after.recipients.filter(isNew) };
}
