import { AppError } from '../../common/errors.js';
import { type Statement } from '../../platform/templates/statement.js';

/** Why nothing was delivered again, by the error's code. */
const REFUSALS: Partial<Record<string, string>> = {
  no_webhook_address: 'dashboard.replay.needsAddress',
  endpoint_disabled: 'dashboard.replay.needsEnabled',
  delivery_pending: 'dashboard.replay.isPending',
};

/** @throws what was thrown, unless it says why nothing can be replayed */
export function replayRefusal(error: unknown): Statement {
  const key = error instanceof AppError && error.code !== undefined && REFUSALS[error.code];
  if (!key) throw error;
  return { key };
}

/** Whether a form was sent twice. */
export const isReplayedAlready = (error: unknown) =>
  error instanceof AppError && error.code === 'already_replayed';
