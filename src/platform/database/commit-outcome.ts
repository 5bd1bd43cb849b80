import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { isDatabaseLost } from '../../common/outages.js';

const unknown = new WeakSet<Error>();

/**
 * Takes note of an error of COMMIT. Unless the server itself has refused it, the transaction may be committed: the answer
 * may be what was lost.
 */
export function noteFailedCommit(error: unknown): void {
  if (error instanceof Error && !isRefusal(error)) unknown.add(error);
}

/** Whether the transaction that failed with this error may be committed nevertheless. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && unknown.has(error);
}

/** A server that is shut down may say so after it has committed. */
function isRefusal(error: Error): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError && !isDatabaseLost(cause);
}
