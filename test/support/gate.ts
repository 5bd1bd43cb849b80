/** Blocks runs until it is opened. */
export class Gate {
  entered = 0;
  open!: () => void;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  async pass(): Promise<void> {
    this.entered++;
    await this.opened;
  }
}
