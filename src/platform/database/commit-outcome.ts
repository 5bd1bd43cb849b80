import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { isDatabaseLost } from '../../common/outages.js';

const unknown = new WeakSet<Error>();

/**
 * Records an error of COMMIT. Unless the server itself refused it, the transaction may be committed: perhaps only the
 * answer was lost.
 */
export function noteFailedCommit(error: unknown): void {
  if (error instanceof Error && !isRefusal(error)) unknown.add(error);
}

/** Whether the transaction that failed with this error may nevertheless be committed. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && unknown.has(error);
}

/** A server that shuts down may report that after it has committed. */
function isRefusal(error: Error): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError && !isDatabaseLost(cause);
}
