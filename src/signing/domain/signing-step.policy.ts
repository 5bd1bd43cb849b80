import {
  HAND_OVER_TYPES,
  OPEN_STATUSES,
  type SignatureType,
} from '../../signatures/domain/signature.state.js';
import { isEveryoneDone, isReached } from '../../signatures/domain/signing-order.policy.js';
import { type SigningContext } from './signing-context.js';

/** The signer's screens in order. */
export type SigningStep = 'landing' | 'code' | 'document' | 'identity' | 'consent';

/** Why nothing can be done with this link, now or ever. */
export type Obstacle =
  | 'cancelled'
  | 'handed_over'
  | 'replaced'
  | 'completed'
  | 'rejected_by_you'
  | 'rejected_by_other'
  | 'expired'
  | 'signed'
  | 'not_open'
  | 'not_your_turn';

type Facts = Pick<
  SigningContext,
  | 'linkVoidReason'
  | 'handedOverTo'
  | 'signature'
  | 'signer'
  | 'signers'
  | 'recipients'
  | 'isPastDeadline'
  | 'isCodeVerified'
  | 'identity'
>;

/** The screens for this type of request. */
export function stepsOf(signature: { type: SignatureType; requireVerification: boolean }): SigningStep[] {
  const steps: SigningStep[] = ['landing'];
  if (signature.type === 'advanced') steps.push('code');
  steps.push('document');
  if (signature.requireVerification) steps.push('identity');
  return [...steps, 'consent'];
}

/** The obstacle to every action, or null. Final obstacles come before temporary ones. */
export function obstacleTo(facts: Facts): Obstacle | null {
  const { signature, signer, linkVoidReason } = facts;
  if (signature.deletedAt !== null || linkVoidReason === 'cancelled') return 'cancelled';
  if (linkVoidReason === 'replaced') return facts.handedOverTo === null ? 'replaced' : 'handed_over';
  if (signature.status === 'completed' || linkVoidReason === 'completed') return 'completed';
  if (signer.status === 'rejected') return 'rejected_by_you';
  if (signature.status === 'rejected') return 'rejected_by_other';
  if (signature.status === 'expired' || (facts.isPastDeadline && !isEveryoneDone(facts))) return 'expired';
  if (signer.status === 'signed') return 'signed';
  if (!OPEN_STATUSES.includes(signature.status)) return 'not_open';
  return isReached(facts, signer) ? null : 'not_your_turn';
}

/** Whether fetching or opening the link still matters: not for void or completed links. */
export function isToOpen(facts: Facts): boolean {
  const obstacle = obstacleTo(facts);
  return obstacle === null || obstacle === 'not_your_turn';
}

/** Whether a person's opening of the link would be recorded. */
export const isYetToOpen = (facts: Facts & Pick<SigningContext, 'isOpened'>): boolean =>
  !facts.isOpened && isToOpen(facts);

/** The first unfinished screen before `wanted`, or `wanted` itself. */
export function reachableStep(facts: Facts, wanted: SigningStep): SigningStep {
  const steps = stepsOf(facts.signature);
  const before = steps.slice(0, Math.max(0, steps.indexOf(wanted)));
  if (before.includes('code') && !facts.isCodeVerified) return 'code';
  if (before.includes('identity') && facts.identity !== 'passed') return 'identity';
  return steps.includes(wanted) ? wanted : 'document';
}

/** Whether this browser may read the document, to sign it now or later or because it was signed. */
export function mayRead(facts: Facts): boolean {
  const obstacle = obstacleTo(facts);
  const isReadable = obstacle === null || obstacle === 'signed' || obstacle === 'not_your_turn';
  return isReadable && reachableStep(facts, 'document') === 'document';
}

/** The screen that leads a signer waiting for their turn to the document, or null if `wanted` does not. */
export function readingStep(facts: Facts, wanted: SigningStep): 'code' | 'document' | null {
  const leadsThere = wanted === 'code' || wanted === 'document';
  if (!leadsThere || obstacleTo(facts) !== 'not_your_turn') return null;
  return mayRead(facts) ? 'document' : 'code';
}

/** Whether this browser may have the signed document, once everyone has signed. */
export function mayHaveCopy(facts: Facts): boolean {
  return obstacleTo(facts) === 'completed' && reachableStep(facts, 'document') === 'document';
}

/** Whether the document can be filled in now in this browser. */
export function mayFillIn(facts: Facts): boolean {
  return obstacleTo(facts) === null && reachableStep(facts, 'document') === 'document';
}

/** Keeps a request from being passed on endlessly. */
const MAX_HAND_OVERS = 5;

/** Whether the type and the sender allow signers to hand over. */
export const isHandOverAllowed = ({ type, allowHandOver }: SigningContext['signature']): boolean =>
  allowHandOver && HAND_OVER_TYPES.includes(type);

/**
 * Whether the signer may hand over to someone else in this browser. Not before entering the emailed code, which
 * proves who they are, nor after starting an identity check, which nobody else may finish or replace.
 */
export function mayHandOver(facts: Facts & Pick<SigningContext, 'handOvers'>): boolean {
  const obstacle = obstacleTo(facts);
  const isOpen = obstacle === null || obstacle === 'not_your_turn';
  return (
    isOpen &&
    isHandOverAllowed(facts.signature) &&
    reachableStep(facts, 'document') === 'document' &&
    (facts.identity === 'not_required' || facts.identity === 'to_begin') &&
    facts.handOvers.length < MAX_HAND_OVERS
  );
}

/** The screen after `step`. */
export function stepAfter(signature: SigningContext['signature'], step: SigningStep): SigningStep {
  const steps = stepsOf(signature);
  return steps[steps.indexOf(step) + 1] ?? 'consent';
}
