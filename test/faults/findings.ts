export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** What a part of the suite has tried, and what held. Printed as it is found. */
export class Findings {
  private failed = 0;

  get allHeld(): boolean {
    return this.failed === 0;
  }

  tried(what: string): void {
    console.log(`  tried   ${what}`);
  }

  /** A figure on which nothing depends. */
  seen(what: string): void {
    console.log(`  seen    ${what}`);
  }

  /** @param figures the figures behind it */
  holds(what: string, isHeld: boolean, figures = ''): void {
    if (!isHeld) this.failed++;
    console.log(`  ${isHeld ? 'held   ' : 'FAILED '} ${what}${figures && `: ${figures}`}`);
  }

  /** Holds if there are no faults; otherwise prints the first ones. */
  none(what: string, faults: readonly string[], of?: number): void {
    this.holds(what, faults.length === 0, `${faults.length}${of === undefined ? '' : ` of ${of}`}`);
    for (const fault of faults.slice(0, 5)) console.log(`            ${fault}`);
  }
}
