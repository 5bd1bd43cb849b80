import { ROOT_CONTEXT } from '@opentelemetry/api';
import { inSpan } from '../../tracing/in-span.js';
import { describeError } from '../describe-error.js';
import { type JobHandler, type JobResult } from '../job-handler.js';
import { type ClaimedJob } from './job.queries.js';

/** How long a run may take to react to an interruption; well within its lease. */
const GIVE_UP_MS = 3_000;

/**
 * Runs a handler within its time limit. Never rejects: a run that throws, exceeds its limit or ignores an
 * interruption is a `retry` after the handler's delay.
 * @param onError receives what the run threw
 */
export async function runHandler(
  handler: JobHandler,
  job: ClaimedJob,
  interruption: AbortController,
  onError: (error: unknown) => void,
): Promise<JobResult> {
  const { signal } = interruption;
  const timers: NodeJS.Timeout[] = [];
  let giveUp: (() => void) | undefined;
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = () => timers.push(setTimeout(() => reject(signal.reason as Error), GIVE_UP_MS));
    signal.addEventListener('abort', giveUp);
  });
  timers.push(
    setTimeout(() => interruption.abort(new JobTimeoutError(handler.timeoutMs)), handler.timeoutMs),
  );
  try {
    return await inTrace(job, () => Promise.race([handler.run(job, signal), givenUp]));
  } catch (error) {
    onError(error);
    return retryAfterError(handler, job.attempt, signal.aborted ? signal.reason : error);
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp);
    for (const timer of timers) clearTimeout(timer);
  }
}

/** A separate trace: the request whose commit woke the runner has nothing to do with most of the jobs. */
function inTrace<Result>({ id, kind, attempt }: ClaimedJob, work: () => Promise<Result>): Promise<Result> {
  const attributes = {
    'countersign.job.id': id,
    'countersign.job.kind': kind,
    'countersign.job.attempt': attempt,
  };
  return inSpan(`job ${kind}`, attributes, work, ROOT_CONTEXT);
}

export function retryAfterError(handler: JobHandler, attempt: number, error: unknown): JobResult {
  return {
    outcome: 'retry',
    afterSeconds: handler.retryAfterSeconds(attempt),
    error: describeError(error),
  };
}

export class JobTimeoutError extends Error {
  override readonly name = 'JobTimeoutError';

  constructor(timeoutMs: number) {
    super(`took over ${timeoutMs} ms`);
  }
}
