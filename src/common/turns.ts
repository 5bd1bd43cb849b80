/**
 * Runs pieces of work with the same key one after another, in order of arrival. Work that has waited begins in its
 * own iteration of the event loop, so others are served in between.
 */
export class Turns {
  /** Work that waits for the one in progress, by key. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Runs `work` when its turn comes. Rejects as it does; the next turn comes all the same. */
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
