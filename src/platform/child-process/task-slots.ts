/** Lets so many tasks run at once; the others wait in the order in which they came, urgent ones before the rest. */
export class TaskSlots {
  private readonly urgent: (() => void)[] = [];
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<Output>(task: () => Promise<Output>, isUrgent = false): Promise<Output> {
    const queue = isUrgent ? this.urgent : this.waiting;
    if (this.free > 0) this.free--;
    else await new Promise<void>((start) => queue.push(start));
    try {
      return await task();
    } finally {
      const next = this.urgent.shift() ?? this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
