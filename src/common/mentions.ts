/** Whether values name a person: an address or name occurs as a text of its own or between other words. */
export class Mentions {
  private readonly pattern: RegExp | null;

  /** @param texts - compared without regard to case; single characters are ignored */
  constructor(texts: readonly string[]) {
    const found = texts.map((text) => text.trim()).filter(({ length }) => length > 1);
    const either = found.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    this.pattern =
      found.length === 0
        ? null
        : new RegExp(
            `(?<![\\p{L}\\p{N}._%+-])(?:${either.join('|')})(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
            'iu',
          );
  }

  /** @param value - JSON */
  isIn(value: unknown): boolean {
    if (typeof value === 'string') return this.pattern?.test(value) ?? false;
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([name, each]) => this.isIn(name) || this.isIn(each));
  }
}
