import { overloaded, tooManyRequests } from './errors.js';

export interface AdmissionLimits {
  /** Pieces of work in progress, of all keys and of each. */
  total: number;
  perKey: number;
  /** Bytes that they hold, of all keys and of each; no limit by default. */
  totalBytes?: number;
  bytesPerKey?: number;
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

  constructor(private readonly max: AdmissionLimits) {}

  /** What is in progress. */
  get load(): Readonly<Load> {
    return { ...this.all };
  }

  /**
   * Runs `work`, or `refuse` with the limit that is reached; that of the key is checked first.
   * @param bytes how many the work holds at most
   */
  async run<Result>(
    key: string,
    work: () => Promise<Result>,
    refuse: (limit: ReachedLimit) => Result = refuseWithError,
    bytes = 0,
  ): Promise<Result> {
    const leave = this.enter(key, bytes);
    if (typeof leave === 'string') return refuse(leave);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Counts work that ends when the returned function is called, which must happen once.
   * @returns the limit that is reached instead, if one is
   */
  enter(key: string, bytes = 0): ReachedLimit | (() => void) {
    const { total, perKey, totalBytes = Infinity, bytesPerKey = Infinity } = this.max;
    const own = this.loads.get(key) ?? { works: 0, bytes: 0 };
    if (own.works >= perKey || own.bytes + bytes > bytesPerKey) return 'key';
    if (this.all.works >= total || this.all.bytes + bytes > totalBytes) return 'total';
    this.loads.set(key, own);
    const count = (change: 1 | -1) => {
      for (const load of [this.all, own]) {
        load.works += change;
        load.bytes += change * bytes;
      }
    };
    count(1);
    return () => {
      count(-1);
      if (own.works === 0) this.loads.delete(key);
    };
  }
}

/** @throws AppError 429 for what a key has too much of, 503 for what all have too much of */
function refuseWithError(limit: ReachedLimit): never {
  throw limit === 'key' ? tooManyRequests('tenant_share') : overloaded();
}
