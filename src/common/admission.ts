import { channel } from 'node:diagnostics_channel';
import { beforeAbort } from './before-abort.js';
import { AppError, overloaded, tooManyRequests } from './errors.js';

/**
 * Longer than a request may take: its body has five minutes, and most processing is limited to one or two minutes of
 * CPU time.
 */
const LONGEST_MS = 15 * 60_000;

/** How a slot changed hands: taken, given back, or taken back from work that overran, which loses it as well. */
export interface SlotChange {
  /** What the slots are for, as passed to `Admission`. */
  slots: string;
  change: 'taken' | 'left' | 'reclaimed';
}

/** Publishes each `SlotChange` of this process. */
export const slotChanges = channel('countersign:slots');

export interface AdmissionLimits {
  /** Pieces of work in progress, in total and per key. */
  total: number;
  perKey: number;
  /** Bytes they hold, in total and per key; unlimited by default. */
  totalBytes?: number;
  bytesPerKey?: number;
  /** Work loses its slot after this time, whatever it is waiting for: 15 minutes by default. */
  longestMs?: number;
}

/** The limit that leaves no room: the key's, or the total. */
export type ReachedLimit = 'key' | 'total';

interface Load {
  works: number;
  bytes: number;
}

/** Limits work in progress, in total and per key, by refusing what exceeds it. `TaskSlots` makes it wait instead. */
export class Admission {
  private readonly loads = new Map<string, Load>();
  private readonly all: Load = { works: 0, bytes: 0 };

  /** @param slots what they are for, in the plural, as shown to the operator */
  constructor(
    private readonly max: AdmissionLimits,
    private readonly slots: string,
  ) {}

  /** Work in progress. */
  get load(): Readonly<Load> {
    return { ...this.all };
  }

  /** Whether there is room for work that holds this many bytes, under any key. */
  hasRoom(bytes = 0): boolean {
    const { total, totalBytes = Infinity } = this.max;
    return this.all.works < total && this.all.bytes + bytes <= totalBytes;
  }

  /**
   * Runs `work`, or `refuse` with the limit that was reached; the key's is checked first.
   * @param work releases what it holds when its signal aborts: it has lost its slot
   * @param bytes the most that the work holds
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
      this.notify('reclaimed');
      overdue.abort(new AppError(503, 'This is taking too long. Please try again', 'busy'));
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
   * Counts work of any length until the returned function is called, which must happen exactly once.
   * @returns the limit that was reached instead, if any
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
    this.notify('taken');
    return () => {
      count(-1);
      this.notify('left');
      if (own.works === 0) this.loads.delete(key);
    };
  }

  private notify(change: SlotChange['change']): void {
    slotChanges.publish({ slots: this.slots, change } satisfies SlotChange);
  }
}

/** @throws AppError 429 if the key's limit was reached, 503 if the total was */
function refuseWithError(limit: ReachedLimit): never {
  throw limit === 'key' ? tooManyRequests('tenant_share') : overloaded();
}
