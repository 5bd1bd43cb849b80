import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError } from './errors.js';

export interface RetryPolicy {
  /** Attempts after the first one. */
  maxRetries: number;
  /** If the service asks to wait longer than this, the error is thrown at once. */
  longestWaitMs: number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** Statuses worth retrying. A full disk (507) is not. */
const PASSING_STATUSES = [408, 429, 500, 502, 503, 504];

/**
 * Carries out `attempt` until it succeeds, fails for good, or has been repeated as often as the policy allows.
 * @throws the last attempt's error, or the signal's reason
 */
export async function retrying<T>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= policy.maxRetries || !mayPass(error)) throw error;
      const waitMs = waitBefore(failures, error);
      if (waitMs === undefined || waitMs > policy.longestWaitMs) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** Whether the same request may succeed later. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  return PASSING_STATUSES.includes(error.status) || error.code === 'idempotency_key_in_use';
}

/** Never shorter than the service asks for. Random, so that callers that failed together do not come back together. */
export function waitBefore(failures: number, error: unknown, random: () => number = Math.random): number {
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_BACKOFF_MS);
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  return asked === undefined ? backoff * (0.5 + random() / 2) : asked + random() * FIRST_WAIT_MS;
}

/** @throws the signal's reason */
async function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(waitMs, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
