import { availableParallelism, loadavg } from 'node:os';

/** Processes per core that a test run itself keeps busy: workers, their children, PostgreSQL, the browser. */
const OWN_LOAD_PER_CORE = 3;

/**
 * The limit for something that takes at most `milliseconds` on an otherwise idle machine. If the load exceeds what
 * the test run itself causes, the limit grows with it, so tests that do not hang also pass on a busy machine.
 */
export function patience(milliseconds: number): number {
  const load = loadavg()[0]! / (OWN_LOAD_PER_CORE * availableParallelism());
  return Math.round(milliseconds * Math.max(1, load));
}
