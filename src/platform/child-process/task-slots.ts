/** Lets so many tasks run at once; the others wait in the order in which they came. */
export class TaskSlots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<Output>(task: () => Promise<Output>): Promise<Output> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((start) => this.waiting.push(start));
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
