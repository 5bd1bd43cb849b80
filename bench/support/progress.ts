/** Told what is being done now. */
export type Say = (doing: string) => void;

const started = performance.now();

/** Says what a benchmark is doing, and after how long, on standard error: the results go to standard output. */
export const progress: Say = (doing) =>
  console.error(`[${((performance.now() - started) / 1_000).toFixed(0)} s] ${doing} …`);
