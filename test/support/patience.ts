import { availableParallelism, loadavg } from 'node:os';

/** Processes per core that a test run itself keeps busy: workers, their children, PostgreSQL, the browser. */
const OWN_LOAD_PER_CORE = 3;

/**
 * The limit for something that takes at most `milliseconds` on an otherwise idle machine. If the load is higher than the
 * test run alone causes, the limit grows with it, so that a busy machine does not fail tests that do not hang.
 */
export function patience(milliseconds: number): number {
  const load = loadavg()[0]! / (OWN_LOAD_PER_CORE * availableParallelism());
  return Math.round(milliseconds * Math.max(1, load));
}
