import { AppError } from '../../common/errors.js';
import { type Statement } from '../../platform/templates/statement.js';

/** Texts for why nothing was delivered again, by error code. */
const REFUSALS: Partial<Record<string, string>> = {
  no_webhook_address: 'dashboard.replay.needsAddress',
  endpoint_disabled: 'dashboard.replay.needsEnabled',
  delivery_pending: 'dashboard.replay.isPending',
};

/** @throws the error itself, unless it explains why nothing can be replayed */
export function replayRefusal(error: unknown): Statement {
  const key = error instanceof AppError && error.code !== undefined && REFUSALS[error.code];
  if (!key) throw error;
  return { key };
}

/** Whether the form was sent twice. */
export const isReplayedAlready = (error: unknown) =>
  error instanceof AppError && error.code === 'already_replayed';
