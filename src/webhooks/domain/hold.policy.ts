/** So many different deliveries that fail one after another, within so many seconds, mean that an endpoint is down. */
export const DOWN = { failures: 10, withinSeconds: 300 };

/** While it is, one delivery is tried in so many seconds, counted from one attempt to the next. */
export const PROBE_SECONDS = 60;

/** Seconds from the end of a probe to the next. @param durationMs how long it took */
export const nextProbeIn = (durationMs: number) =>
  Math.max(1, PROBE_SECONDS - Math.round(durationMs / 1_000));
