import { channel } from 'node:diagnostics_channel';
import { beforeAbort } from './before-abort.js';
import { AppError, overloaded, tooManyRequests } from './errors.js';

/**
 * Longer than a request may take: its body has five minutes, and most of what is done with it is limited by a minute or two
 * of processor time.
 */
const LONGEST_MS = 15 * 60_000;

/** How a slot changed hands: taken, given back, or taken back from work that had not ended in time, which leaves it, too. */
export interface SlotChange {
  /** What the slots are for, as `Admission` was told. */
  slots: string;
  change: 'taken' | 'left' | 'reclaimed';
}

/** Hears of each `SlotChange` of this process. */
export const slotChanges = channel('countersign:slots');

export interface AdmissionLimits {
  /** Pieces of work in progress, of all keys and of each. */
  total: number;
  perKey: number;
  /** Bytes that they hold, of all keys and of each; no limit by default. */
  totalBytes?: number;
  bytesPerKey?: number;
  /** After so long work loses its slot, whatever it waits for: a quarter of an hour by default. */
  longestMs?: number;
}

/** Which limit leaves no room: that of the key, or that of all. */
export type ReachedLimit = 'key' | 'total';

interface Load {
  works: number;
  bytes: number;
}

/** Limits work in progress, in total and per key, by refusing what exceeds them. `TaskSlots` lets it wait instead. */
export class Admission {
  private readonly loads = new Map<string, Load>();
  private readonly all: Load = { works: 0, bytes: 0 };

  /** @param slots what they are for, in the plural, for the operator */
  constructor(
    private readonly max: AdmissionLimits,
    private readonly slots: string,
  ) {}

  /** What is in progress. */
  get load(): Readonly<Load> {
    return { ...this.all };
  }

  /** Whether there is room for work that holds so many bytes, whoever's it is. */
  hasRoom(bytes = 0): boolean {
    const { total, totalBytes = Infinity } = this.max;
    return this.all.works < total && this.all.bytes + bytes <= totalBytes;
  }

  /**
   * Runs `work`, or `refuse` with the limit that is reached; that of the key is checked first.
   * @param work gives back what it holds when its signal aborts: it has lost its slot
   * @param bytes how many the work holds at most
   * @throws AppError 503 if the work takes too long
   */
  async run<Result>(
    key: string,
    work: (overdue: AbortSignal) => Promise<Result>,
    refuse: (limit: ReachedLimit) => Result = refuseWithError,
    bytes = 0,
  ): Promise<Result> {
    const leave = this.enter(key, bytes);
    if (typeof leave === 'string') return refuse(leave);
    const overdue = new AbortController();
    const reclaim = () => {
      this.tell('reclaimed');
      overdue.abort(new AppError(503, 'This takes too long: please try again', 'busy'));
    };
    const deadline = setTimeout(reclaim, this.max.longestMs ?? LONGEST_MS).unref();
    try {
      return await beforeAbort(work(overdue.signal), overdue.signal);
    } finally {
      clearTimeout(deadline);
      leave();
    }
  }

  /**
   * Counts work of any length that ends when the returned function is called, which must happen once.
   * @returns the limit that is reached instead, if one is
   */
  enter(key: string, bytes = 0): ReachedLimit | (() => void) {
    const { perKey, bytesPerKey = Infinity } = this.max;
    const own = this.loads.get(key) ?? { works: 0, bytes: 0 };
    if (own.works >= perKey || own.bytes + bytes > bytesPerKey) return 'key';
    if (!this.hasRoom(bytes)) return 'total';
    this.loads.set(key, own);
    const count = (change: 1 | -1) => {
      for (const load of [this.all, own]) {
        load.works += change;
        load.bytes += change * bytes;
      }
    };
    count(1);
    this.tell('taken');
    return () => {
      count(-1);
      this.tell('left');
      if (own.works === 0) this.loads.delete(key);
    };
  }

  private tell(change: SlotChange['change']): void {
    slotChanges.publish({ slots: this.slots, change } satisfies SlotChange);
  }
}

/** @throws AppError 429 for what a key has too much of, 503 for what all have too much of */
function refuseWithError(limit: ReachedLimit): never {
  throw limit === 'key' ? tooManyRequests('tenant_share') : overloaded();
}
