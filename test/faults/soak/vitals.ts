import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../../../bench/support/median.js';
import { residentMb } from '../../../src/platform/child-process/process-stats.js';
import { type ServerProcess } from '../../support/server-process.js';
import { type Slope, theilSen } from '../theil-sen.js';

/** Fewer say nothing about a slope. */
const LEAST_POINTS = 15;

interface Sample {
  /** Since watching began. */
  minute: number;
  /** Resident MiB of each process, in the order in which the processes were given. */
  memory: number[];
  deadRows: number;
}

/** Samples the memory of processes and the dead rows of all tables repeatedly. */
export class Vitals {
  private readonly samples: Sample[] = [];
  private begun = 0;
  private readonly over = new AbortController();
  private watching: Promise<void> | undefined;

  /** @param countDeadRows its failures are ignored, because the database is restarted meanwhile */
  constructor(
    private readonly processes: readonly ServerProcess[],
    private readonly countDeadRows: () => Promise<number>,
  ) {}

  /** Starts watching; now is minute 0. */
  watch(everyMs: number): void {
    this.begun = performance.now();
    this.watching = this.lookUntilOver(everyMs);
  }

  async end(): Promise<void> {
    this.over.abort();
    await this.watching;
  }

  /** MiB per minute that each process has gained since `minute`; null if there are too few samples. */
  memorySlopes(minute: number): (Slope & { median: number })[] | null {
    const late = this.since(minute);
    if (late.length < LEAST_POINTS) return null;
    return this.processes.map((_process, index) => {
      const points = pointsOf(late, (sample) => sample.memory[index]!);
      return { ...theilSen(points), median: median(points.map(({ y }) => y)) };
    });
  }

  /** The most dead rows in the first and in the second half of the time since `minute`. */
  mostDeadRows(minute: number): [number, number] {
    const late = this.since(minute);
    const middle = Math.floor(late.length / 2);
    const most = (samples: Sample[]) => Math.max(0, ...samples.map(({ deadRows }) => deadRows));
    return [most(late.slice(0, middle)), most(late.slice(middle))];
  }

  private since(minute: number): Sample[] {
    return this.samples.filter((sample) => sample.minute >= minute);
  }

  private async lookUntilOver(everyMs: number): Promise<void> {
    while (!this.over.signal.aborted) {
      await wait(everyMs, undefined, { signal: this.over.signal }).catch(() => undefined);
      const deadRows = await this.countDeadRows().catch(() => null);
      if (deadRows === null || !this.processes.every(({ isRunning }) => isRunning)) continue;
      const memory = this.processes.map(({ pid }) => residentMb(pid));
      this.samples.push({ minute: (performance.now() - this.begun) / 60_000, memory, deadRows });
    }
  }
}

/**
 * Each point is the median of its share of the samples, because a garbage collection moves some of them, but not the
 * median.
 */
function pointsOf(samples: readonly Sample[], of: (sample: Sample) => number): { x: number; y: number }[] {
  const share = Math.floor(samples.length / LEAST_POINTS);
  return Array.from({ length: LEAST_POINTS }, (_none, point) => {
    const group = samples.slice(point * share, (point + 1) * share);
    return { x: median(group.map(({ minute }) => minute)), y: median(group.map(of)) };
  });
}
