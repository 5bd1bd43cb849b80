/** Looks at whatever is due, one look at a time: all that comes due during one look is looked at in the next. */
export class DueLooks<Item> {
  private readonly due = new Set<Item>();
  private isLooking = false;

  /** @param look - must not reject */
  constructor(private readonly look: (items: Item[]) => Promise<void>) {}

  add(items: Iterable<Item>): void {
    for (const item of items) this.due.add(item);
    if (!this.isLooking && this.due.size > 0) void this.lookWhileDue();
  }

  private async lookWhileDue(): Promise<void> {
    this.isLooking = true;
    while (this.due.size > 0) {
      const items = [...this.due];
      this.due.clear();
      await this.look(items);
    }
    this.isLooking = false;
  }
}
