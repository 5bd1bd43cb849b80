/**
 * Lets pieces of work of the same key run one after another, in the order of their arrival. Work that has waited begins in an
 * iteration of the event loop of its own, so that others are served between any two.
 */
export class Turns {
  /** What waits for the work in progress, by key. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Runs `work` when it is its turn. Rejects as it does; the next one's turn comes all the same. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    await this.begin(key);
    try {
      return await work();
    } finally {
      this.end(key);
    }
  }

  private async begin(key: string): Promise<void> {
    const ahead = this.waiting.get(key);
    if (ahead) await new Promise<void>((resolve) => ahead.push(() => setImmediate(resolve)));
    else this.waiting.set(key, []);
  }

  private end(key: string): void {
    const next = this.waiting.get(key)!.shift();
    if (next) next();
    else this.waiting.delete(key);
  }
}
