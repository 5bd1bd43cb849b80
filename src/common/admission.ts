/** Limits work in progress, in total and per key, by refusing what exceeds them. `TaskSlots` lets it wait instead. */
export class Admission {
  private readonly counts = new Map<string, number>();
  private total = 0;

  constructor(private readonly max: { total: number; perKey: number }) {}

  /** Runs `work`, or `refuse` with the limit that is reached; that of the key is checked first. */
  async run<Result>(
    key: string,
    work: () => Promise<Result>,
    refuse: (limit: 'total' | 'key') => Result,
  ): Promise<Result> {
    const count = this.counts.get(key) ?? 0;
    if (count >= this.max.perKey) return refuse('key');
    if (this.total >= this.max.total) return refuse('total');
    this.total++;
    this.counts.set(key, count + 1);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private leave(key: string): void {
    this.total--;
    const left = this.counts.get(key)! - 1;
    if (left === 0) this.counts.delete(key);
    else this.counts.set(key, left);
  }
}
