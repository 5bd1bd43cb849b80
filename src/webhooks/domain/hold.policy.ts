/** This many different deliveries failing in a row, within this many seconds, mean that an endpoint is down. */
export const DOWN = { failures: 10, withinSeconds: 300 };

/** While an endpoint is down, one delivery is tried per interval, measured from one attempt to the next. */
export const PROBE_SECONDS = 60;

/** Seconds from the end of a probe to the next one. @param durationMs how long it took */
export const nextProbeIn = (durationMs: number) =>
  Math.max(1, PROBE_SECONDS - Math.round(durationMs / 1_000));
