import { hash as digest } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';

/** The parts of an audit event that are hashed (docs/evidence.md). */
export interface EventFacts {
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  data: Record<string, unknown>;
  /** Consecutive, starting with 1 for each request. */
  number: number;
  /** Hash of the previous event; null for the first. */
  previous: string | null;
  signatureId: number;
  signerId: number | null;
  type: string;
}

export interface ChainedEvent extends EventFacts {
  hash: string;
}

export interface ChainVerdict {
  /** All events are present, unchanged, and linked to the previous one. */
  isWhole: boolean;
  /** Hash of the last event; null if there is none. */
  head: string | null;
  /** Number of the first event that is missing or was changed; null if the chain is whole. */
  firstBroken: number | null;
}

/** SHA-256 (lower-case hex) of the event's canonical JSON. @throws TypeError if `data` is not JSON */
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
 * Verifies an audit trail from its first event. Events missing at the end can only be detected by comparing the head with
 * a copy kept elsewhere, such as in the certificate of completion.
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
