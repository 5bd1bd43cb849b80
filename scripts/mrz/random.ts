// Local copies: these run for every pixel, and global look-ups are slow in a test runner's sandbox.
const { cos, floor, imul, log, sqrt } = Math;

/** Seeded generator (mulberry32), so samples, specimens and tests are reproducible. */
export class Random {
  private state: number;
  private noise: Float32Array | undefined;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A uniform integer in [0, count). */
  below(count: number): number {
    return floor(this.next() * count);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  /** Normal with mean 0 and standard deviation 1 (Box–Muller). */
  gaussian(): number {
    return sqrt(-2 * log(1 - this.next())) * cos(2 * Math.PI * this.next());
  }

  /** Like `gaussian`, from a table of 8,192 values; fast enough for every pixel of an image. */
  quickGaussian(): number {
    this.noise ??= Float32Array.from({ length: 8192 }, () => this.gaussian());
    return this.noise[this.below(8192)]!;
  }
}
