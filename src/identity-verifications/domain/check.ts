import { type Check, type CheckId, type CheckOutcome } from './decision.js';

/** The measurement of a check, if it takes one. */
export interface Measured {
  score: number;
  threshold: number | null;
}

/** A check's outcome with its message. `engineVersion` names the engine used. */
export function check(
  id: CheckId,
  outcome: CheckOutcome,
  message: string,
  engineVersion: string | null = null,
  measured: Measured | null = null,
): Check {
  return { id, outcome, score: null, threshold: null, ...measured, engineVersion, message };
}

/** A check that did not run, and so never counts as passed. */
export function notRun(id: CheckId, message = 'This was not checked'): Check {
  return check(id, 'not_run', message);
}
