import {
  type ChainFacts,
  type ChainKind,
  type ChainVerdict,
  ChainVerifier,
  type Hashed,
  hashOfFacts,
} from './hash-chain.js';

/** The parts of a request's audit event that are hashed (docs/evidence.md). */
export interface EventFacts extends ChainFacts {
  signatureId: number;
  signerId: number | null;
}

export type ChainedEvent = Hashed<EventFacts>;

/** The chain of a request's events. */
const REQUEST_CHAIN: ChainKind<EventFacts> = {
  factsOf: ({ createdAt, data, number, previous, signatureId, signerId, type }) => ({
    createdAt,
    data,
    number,
    previous,
    signatureId,
    signerId,
    type,
  }),
  ownerOf: ({ signatureId }) => signatureId,
};

/** SHA-256 (lower-case hex) of the event's canonical JSON. @throws TypeError if `data` is not JSON */
export function hashOfEvent(event: EventFacts): string {
  return hashOfFacts(REQUEST_CHAIN.factsOf(event));
}

/** Verifies a request's audit trail from its first event. The head is also in the certificate of completion. */
export function verifyChain(events: readonly ChainedEvent[]): ChainVerdict {
  const verifier = new ChainVerifier(REQUEST_CHAIN);
  for (const event of events) verifier.add(event);
  return verifier.verdict;
}
