/** How many jobs a runner runs at once, and how often it polls. Tests replace it. */
export class RunnerLimits {
  /**
   * Handlers of all kinds that run at once in this process. Most of them wait for other servers, some of which hang.
   * Kinds that need the processor have lower limits of their own.
   */
  concurrency = 256;
  /** Between polls for due jobs, with 10 % jitter, so that replicas do not poll in step. */
  pollMs = 1_000;
  /** Between renewals of leases, each followed by a search for jobs of dead workers. */
  reapMs = 5_000;
  /**
   * How long a lane is trusted to answer after it last did; then it must answer once more before it gets several jobs
   * at once.
   */
  knownLaneMs = 1_000;
  /** Between looks for paced jobs while there are none. */
  pacedLookMs = 50;
  /** The minute of paces. Tests shorten it. */
  minuteSeconds = 60;
  /** Between searches for lanes that are asleep although a job is due. */
  sweepMs = 15_000;
  /**
   * How long handlers may continue after the process is told to stop, before they are interrupted. Container runtimes
   * kill after ten seconds.
   */
  stopMs = 6_000;
}
