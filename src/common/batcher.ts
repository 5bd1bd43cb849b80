/** Works on due items, one batch at a time: whatever comes due during a batch goes into the next. */
export class Batcher<Item> {
  private readonly due = new Set<Item>();
  private isWorking = false;

  /** @param work - must not reject */
  constructor(private readonly work: (batch: Item[]) => Promise<void>) {}

  add(items: Iterable<Item>): void {
    for (const item of items) this.due.add(item);
    if (!this.isWorking && this.due.size > 0) void this.workWhileDue();
  }

  private async workWhileDue(): Promise<void> {
    this.isWorking = true;
    while (this.due.size > 0) {
      const batch = [...this.due];
      this.due.clear();
      await this.work(batch);
    }
    this.isWorking = false;
  }
}
