import { hash as digest } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';

/** What events of every chain consist of. Each kind of chain adds members of its own (docs/evidence.md). */
export interface ChainFacts {
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  data: Record<string, unknown>;
  /** Consecutive, starting with 1. */
  number: number;
  /** Hash of the previous event; null for the first. */
  previous: string | null;
  type: string;
}

/** An event with its hash. */
export type Hashed<Facts extends ChainFacts> = Facts & { hash: string };

/** What distinguishes one kind of chain from another. */
export interface ChainKind<Facts extends ChainFacts> {
  /** Exactly the members that are hashed. */
  factsOf(event: Facts): Facts;
  /** The id that all events of a chain share, such as the request's. */
  ownerOf(event: Facts): number;
}

export interface ChainVerdict {
  /** All events are present, unchanged, and linked to the previous one. */
  isWhole: boolean;
  /** Hash of the last event; null if there is none. */
  head: string | null;
  /** Number of the first event that is missing or was changed; null if the chain is whole. */
  firstBroken: number | null;
}

/** SHA-256 (lower-case hex) of the canonical JSON of an event's facts. @throws TypeError if `data` is not JSON */
export function hashOfFacts(facts: ChainFacts): string {
  return digest('sha256', canonicalJson(facts), 'hex');
}

/**
 * Verifies a chain from its first event, one event at a time. Events missing at the end can only be detected by comparing
 * the head with a copy kept elsewhere.
 */
export class ChainVerifier<Facts extends ChainFacts> {
  /** How many events were added. */
  count = 0;
  private last: Hashed<Facts> | undefined;
  private firstBroken: number | null = null;

  constructor(private readonly kind: ChainKind<Facts>) {}

  add(event: Hashed<Facts>): void {
    this.count++;
    if (!this.follows(event)) this.firstBroken ??= this.count;
    this.last = event;
  }

  /** An empty chain is not whole. */
  get verdict(): ChainVerdict {
    const isWhole = this.last !== undefined && this.firstBroken === null;
    return { isWhole, head: this.last?.hash ?? null, firstBroken: isWhole ? null : (this.firstBroken ?? 1) };
  }

  private follows(event: Hashed<Facts>): boolean {
    const { last, kind } = this;
    return (
      event.number === (last?.number ?? 0) + 1 &&
      event.previous === (last?.hash ?? null) &&
      (last === undefined || kind.ownerOf(event) === kind.ownerOf(last)) &&
      event.hash === hashOrNull(kind.factsOf(event))
    );
  }
}

function hashOrNull(facts: ChainFacts): string | null {
  try {
    return hashOfFacts(facts);
  } catch {
    return null;
  }
}
