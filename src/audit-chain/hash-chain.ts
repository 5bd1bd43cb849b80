import { hash as digest } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';

/** The contents of events in every chain. Each kind of chain adds members of its own (docs/evidence.md). */
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
export type Hashed<Facts extends ChainFacts> = Facts & {
  hash: string;
  /** Number of the tombstone that erased parts of `data`; `hash` is still that of the event as recorded. */
  erasedIn?: number;
};

/** Type of the tombstone: an event whose `data` lists the remains of the events whose personal data it erased. */
export const TOMBSTONE = 'data_erased';

/** A tombstone's record of an event. */
export type Erased = {
  number: number;
  /** Hash of the event's remains, in canonical form: they cannot be changed either. */
  sha256: string;
};

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
  /** Erased events whose tombstone has not been read yet, by their number: tombstone, and digest of the remains. */
  private readonly erased = new Map<number, { erasedIn: number; sha256: string | null }>();

  constructor(private readonly kind: ChainKind<Facts>) {}

  add(event: Hashed<Facts>): void {
    this.count++;
    if (!this.follows(event)) this.firstBroken ??= this.count;
    if (isErased(event)) this.erased.set(this.count, remainsOf(event, this.kind));
    else if (event.type === TOMBSTONE) this.bury(event);
    this.last = event;
  }

  /** An empty chain is not whole. */
  get verdict(): ChainVerdict {
    const broken = [this.firstBroken ?? Infinity, ...this.erased.keys()];
    const firstBroken = this.last === undefined ? 1 : Math.min(...broken);
    const isWhole = firstBroken === Infinity;
    return { isWhole, head: this.last?.hash ?? null, firstBroken: isWhole ? null : firstBroken };
  }

  /** Removes the events that a tombstone vouches for from those in doubt. */
  private bury({ number, data }: Hashed<Facts>): void {
    for (const { number: of, sha256 } of erasedBy(data)) {
      const found = of === undefined ? undefined : this.erased.get(of);
      if (found?.erasedIn === number && found.sha256 === sha256) this.erased.delete(of!);
    }
  }

  private follows(event: Hashed<Facts>): boolean {
    const { last, kind } = this;
    return (
      event.number === (last?.number ?? 0) + 1 &&
      event.previous === (last?.hash ?? null) &&
      (last === undefined || kind.ownerOf(event) === kind.ownerOf(last)) &&
      (isErased(event) || event.hash === hashOrNull(kind.factsOf(event)))
    );
  }
}

const isErased = ({ erasedIn }: Hashed<ChainFacts>): boolean => erasedIn !== undefined;

function remainsOf<Facts extends ChainFacts>(event: Hashed<Facts>, { factsOf }: ChainKind<Facts>) {
  return { erasedIn: event.erasedIn!, sha256: hashOrNull(factsOf(event)) };
}

/** The events listed in a tombstone's data; none if it is not one of ours. */
function erasedBy({ events }: Record<string, unknown>): Partial<Erased>[] {
  const listed: unknown[] = Array.isArray(events) ? events : [];
  return listed.filter((each): each is Partial<Erased> => typeof each === 'object' && each !== null);
}

function hashOrNull(facts: ChainFacts): string | null {
  try {
    return hashOfFacts(facts);
  } catch {
    return null;
  }
}
