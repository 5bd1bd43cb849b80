/** Limits how many tasks run at once. The others wait in order of arrival, urgent ones first. */
export class TaskSlots {
  private readonly urgent: (() => void)[] = [];
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<Output>(task: () => Promise<Output>, isUrgent = false): Promise<Output> {
    await this.take(isUrgent);
    try {
      return await task();
    } finally {
      this.giveBack();
    }
  }

  /** For a task that waits for something else: gives up its slot meanwhile, and gets the next free one afterwards. */
  async pauseFor<Output>(wait: () => Promise<Output>): Promise<Output> {
    this.giveBack();
    try {
      return await wait();
    } finally {
      await this.take(true);
    }
  }

  private async take(isUrgent: boolean): Promise<void> {
    const queue = isUrgent ? this.urgent : this.waiting;
    if (this.free > 0) this.free--;
    else await new Promise<void>((start) => queue.push(start));
  }

  private giveBack(): void {
    const next = this.urgent.shift() ?? this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}
