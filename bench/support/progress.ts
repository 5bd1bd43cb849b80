/** Reports the current step. */
export type Say = (doing: string) => void;

const started = performance.now();

/** Reports a benchmark's current step and elapsed time on standard error, since results go to standard output. */
export const progress: Say = (doing) =>
  console.error(`[${((performance.now() - started) / 1_000).toFixed(0)} s] ${doing} …`);
