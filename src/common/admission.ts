import { overloaded, tooManyRequests } from './errors.js';

export interface AdmissionLimits {
  /** Pieces of work in progress, of all keys and of each. */
  total: number;
  perKey: number;
  /** Bytes that they hold, of all keys and of each; no limit by default. */
  totalBytes?: number;
  bytesPerKey?: number;
}

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
    refuse: (limit: 'total' | 'key') => Result = refuseWithError,
    bytes = 0,
  ): Promise<Result> {
    const { total, perKey, totalBytes = Infinity, bytesPerKey = Infinity } = this.max;
    const own = this.loads.get(key) ?? { works: 0, bytes: 0 };
    if (own.works >= perKey || own.bytes + bytes > bytesPerKey) return refuse('key');
    if (this.all.works >= total || this.all.bytes + bytes > totalBytes) return refuse('total');
    this.loads.set(key, own);
    const count = (change: 1 | -1) => {
      for (const load of [this.all, own]) {
        load.works += change;
        load.bytes += change * bytes;
      }
    };
    count(1);
    try {
      return await work();
    } finally {
      count(-1);
      if (own.works === 0) this.loads.delete(key);
    }
  }
}

/** @throws AppError 429 for what a key has too much of, 503 for what all have too much of */
function refuseWithError(limit: 'total' | 'key'): never {
  throw limit === 'key' ? tooManyRequests() : overloaded();
}
