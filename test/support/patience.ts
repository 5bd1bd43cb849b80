import { availableParallelism, loadavg } from 'node:os';

/** Processes that a test run keeps busy for each core: workers, their children, PostgreSQL, the browser. */
const OWN_LOAD_PER_CORE = 3;

/**
 * A limit for something that takes `milliseconds` at most on a machine that does nothing else. On one that is busier than
 * the test run alone makes it, the limit grows with the load, so that tests fail because they hang, not because of others.
 */
export function patience(milliseconds: number): number {
  const load = loadavg()[0]! / (OWN_LOAD_PER_CORE * availableParallelism());
  return Math.round(milliseconds * Math.max(1, load));
}
