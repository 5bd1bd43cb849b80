/** How often a process reports itself, and how long it relies on that. Tests replace it. */
export class ProcessLimits {
  /** Between two reports. */
  reportMs = 10_000;
  /**
   * How long after a report a process acts without asking. Together with one statement (30 seconds) and a silent
   * transaction (20 seconds, `optionsWithTimeouts`) it is less than `LIVE_SECONDS`, for which others rely on the report,
   * so a process that was paused cannot commit what it does not understand.
   */
  currentMs = 30_000;
}
