import { type Check, type CheckId, type CheckOutcome } from './decision.js';

/** What a check measured, where it measures something. */
export interface Measured {
  score: number;
  threshold: number | null;
}

/** One outcome with its sentence. `engineVersion` says what looked. */
export function check(
  id: CheckId,
  outcome: CheckOutcome,
  message: string,
  engineVersion: string | null = null,
  measured: Measured | null = null,
): Check {
  return { id, outcome, score: null, threshold: null, ...measured, engineVersion, message };
}

/** What was not looked at, and so never counts as passed. */
export function notRun(id: CheckId, message = 'This was not checked'): Check {
  return check(id, 'not_run', message);
}
