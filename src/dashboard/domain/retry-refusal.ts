import { AppError } from '../../common/errors.js';
import { type Statement } from '../../platform/templates/statement.js';

/** Texts for why a delivery was not attempted, by error code. */
const REFUSALS: Partial<Record<string, string>> = {
  delivery_not_waiting: 'dashboard.retry.notWaiting',
  endpoint_waiting: 'dashboard.retry.needsResumed',
  no_webhook_address: 'dashboard.retry.needsAddress',
  endpoint_disabled: 'dashboard.retry.needsEnabled',
};

/** @throws the error itself, unless it explains why nothing was attempted */
export function retryRefusal(error: unknown): Statement {
  const key = error instanceof AppError && error.code !== undefined && REFUSALS[error.code];
  if (!key) throw error;
  return { key };
}

/** Whether the attempt would be the last, which needs consent. */
export const isLastAttempt = (error: unknown) => error instanceof AppError && error.code === 'last_attempt';
