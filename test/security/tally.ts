/** The number of different faults of one part that are printed. */
const SHOWN_FAULTS = 40;

/** What one part has tried, and what did not hold. */
export class Tally {
  private tried = 0;
  private failed = 0;
  /** How often each fault was seen, in the order of first occurrence. */
  private readonly faults = new Map<string, number>();

  constructor(readonly title: string) {}

  /** Records one attempt. `faults` lists what was wrong; empty if it held. */
  record(what: string, faults: readonly string[]): void {
    this.tried++;
    if (faults.length > 0) this.failed++;
    for (const fault of faults) {
      const line = `${what}: ${fault}`;
      this.faults.set(line, (this.faults.get(line) ?? 0) + 1);
    }
  }

  /** Records one attempt that holds if `isRight`. */
  expect(what: string, isRight: boolean, fault = 'did not hold'): void {
    this.record(what, isRight ? [] : [fault]);
  }

  get held(): boolean {
    return this.failed === 0 && this.tried > 0;
  }

  get summary(): string {
    return `${this.title}: ${this.tried} tried, ${this.tried - this.failed} held`;
  }

  print(): void {
    console.log(this.summary);
    const lines = [...this.faults];
    for (const [line, times] of lines.slice(0, SHOWN_FAULTS)) console.log(`  FAULT ${times} × ${line}`);
    if (lines.length > SHOWN_FAULTS) console.log(`  … and ${lines.length - SHOWN_FAULTS} other faults`);
  }
}
