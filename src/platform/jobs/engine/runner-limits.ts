/** How much a runner does at once, and how often it looks. Replaced in tests. */
export class RunnerLimits {
  /**
   * Handlers at work at once in this process, over all kinds. Most of them wait for somebody else's server, and some
   * for one that hangs; work for the processor is held to fewer by its kind's own limit.
   */
  concurrency = 256;
  /** Between looks for due jobs when nobody rings, less or more a tenth, so that replicas do not look in step. */
  pollMs = 1_000;
  /** Between looks for jobs of dead workers. */
  reapMs = 5_000;
  /** Between looks for lanes that sleep over a due job. */
  sweepMs = 15_000;
  /**
   * How long running handlers may go on once the process is told to stop, before they are interrupted: container
   * runtimes kill after ten seconds.
   */
  stopMs = 6_000;
}
