import { hash as digest } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';

/** What is hashed of an event of a request's audit trail (docs/evidence.md). */
export interface EventFacts {
  /** ISO 8601 in UTC, to the millisecond. */
  createdAt: string;
  data: Record<string, unknown>;
  /** 1 for the first event of the request, then one more each time. */
  number: number;
  /** The hash of the event before, or null for the first. */
  previous: string | null;
  signatureId: number;
  signerId: number | null;
  type: string;
}

export interface ChainedEvent extends EventFacts {
  hash: string;
}

export interface ChainVerdict {
  /** Every event is there from the first on, says what was hashed, and names the hash of the one before. */
  isWhole: boolean;
  /** The hash of the last event; null where there is none. */
  head: string | null;
  /** The number of the first event that is missing or not what it was; null where the chain is whole. */
  firstBroken: number | null;
}

/** SHA-256 in lower-case hex of the event's canonical JSON. @throws TypeError where its data is no JSON */
export function hashOfEvent({
  createdAt,
  data,
  number,
  previous,
  signatureId,
  signerId,
  type,
}: EventFacts): string {
  const json = canonicalJson({ createdAt, data, number, previous, signatureId, signerId, type });
  return digest('sha256', json, 'hex');
}

/**
 * Checks a trail from its first event on. That events are missing at its end cannot be seen from the trail alone: only
 * by a head that was written down elsewhere, as in the certificate of completion.
 */
export function verifyChain(events: readonly ChainedEvent[]): ChainVerdict {
  const broken = events.findIndex((event, index) => !follows(event, events[index - 1]));
  const isWhole = broken === -1 && events.length > 0;
  return {
    isWhole,
    head: events.at(-1)?.hash ?? null,
    firstBroken: isWhole ? null : Math.max(broken, 0) + 1,
  };
}

function follows(event: ChainedEvent, before: ChainedEvent | undefined): boolean {
  return (
    event.number === (before?.number ?? 0) + 1 &&
    event.previous === (before?.hash ?? null) &&
    (before === undefined || event.signatureId === before.signatureId) &&
    event.hash === hashOrNull(event)
  );
}

function hashOrNull(event: EventFacts): string | null {
  try {
    return hashOfEvent(event);
  } catch {
    return null;
  }
}
