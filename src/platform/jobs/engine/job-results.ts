import { Injectable } from '@nestjs/common';
import { CallsTogether } from '../../../common/calls-together.js';
import { isDatabaseLost } from '../../../common/outages.js';
import { Statements } from '../../database/statements.js';
import { Transactions } from '../../database/transactions.js';
import { type AttemptOutcome, Metrics } from '../../metrics/metrics.js';
import { type JobHandler, type JobResult } from '../job-handler.js';
import { JobQueue } from '../job-queue.js';
import {
  type ClaimedJob,
  completeJobs,
  type EndedJob,
  endLockedJobs,
  failLockedJob,
  lockLeasedJobs,
} from './job.queries.js';
import { letJobWait } from './paced-job.queries.js';

const LONGEST_ERROR = 500;
/** Results per transaction, which locks their lanes until it ends. */
const LARGEST_GROUP = 128;

/** Another worker has the job, so this one's changes are rolled back. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

interface Ended {
  job: ClaimedJob;
  result: JobResult;
  /** There is no further attempt, so a `retry` is a failure. */
  isLast: boolean;
}

/** Undefined if it was recorded. */
type Refusal = Error | undefined;

/** Records the results of jobs, each only while we hold its lease. */
@Injectable()
export class JobResults {
  private readonly completed: CallsTogether<ClaimedJob, void>;
  private readonly groups = new Map<JobHandler, CallsTogether<Ended, Refusal>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly statements: Statements,
    private readonly queue: JobQueue,
    private readonly metrics: Metrics,
  ) {
    this.completed = new CallsTogether<ClaimedJob, void>(async (jobs) => {
      await completeJobs(statements, jobs);
      return [];
    });
  }

  /** @throws LeaseLostError if another worker has the job; whatever writing the result throws */
  async record(handler: JobHandler, job: ClaimedJob, result: JobResult): Promise<void> {
    const seconds = (performance.now() - job.claimedAt) / 1000;
    const ended = { job, result, isLast: job.attempt >= handler.maxAttempts };
    try {
      await this.write(handler, ended);
    } catch (error) {
      if (error instanceof LeaseLostError) this.metrics.countAttempt(job.kind, 'lost', seconds);
      throw error;
    }
    this.metrics.countAttempt(job.kind, outcomeOf(ended), seconds);
  }

  private async write(handler: JobHandler, ended: Ended): Promise<void> {
    const { outcome, commit, effect, timedOut } = ended.result;
    if (outcome === 'waits') {
      if (!(await letJobWait(this.statements, ended.job))) throw new LeaseLostError();
      return;
    }
    const hasNothing = commit === undefined && effect === undefined && timedOut === undefined;
    if (outcome === 'done' && hasNothing) return this.completed.request(ended.job);
    const refusal = isOfGroup(ended)
      ? await this.groupOf(handler).request(ended)
      : (await this.end(handler, [ended]))[0];
    if (refusal) throw refusal;
  }

  /** Records that there will be no further attempt. @throws as `record` */
  async giveUp(handler: JobHandler, job: ClaimedJob, error: string): Promise<void> {
    const result: JobResult = { outcome: 'retry', afterSeconds: 0, error };
    const [refusal] = await this.end(handler, [{ job, result, isLast: true }]);
    if (refusal) throw refusal;
  }

  private groupOf(handler: JobHandler): CallsTogether<Ended, Refusal> {
    let group = this.groups.get(handler);
    if (!group) {
      group = new CallsTogether((ended) => this.endApart(handler, ended), LARGEST_GROUP);
      this.groups.set(handler, group);
    }
    return group;
  }

  /** In one transaction, or, if that fails for a reason other than an outage, in one per job. */
  private async endApart(handler: JobHandler, ended: Ended[]): Promise<Refusal[]> {
    try {
      return await this.end(handler, ended);
    } catch (error) {
      if (ended.length === 1 || isDatabaseLost(error)) return ended.map(() => error as Error);
      const refusals: Refusal[] = [];
      for (const each of ended) refusals.push(...(await this.endApart(handler, [each])));
      return refusals;
    }
  }

  /** Writes the effects of jobs and ends the jobs in one transaction, skipping those whose lease was lost. */
  private end(handler: JobHandler, ended: readonly Ended[]): Promise<Refusal[]> {
    return this.transactions.run(async (tx) => {
      const lanes = await lockLeasedJobs(
        tx,
        ended.map(({ job }) => job),
      );
      const ours = ended.filter(({ job }) => lanes.has(job.id));
      const effects = ours.flatMap(({ result }) => (result.effect === undefined ? [] : [result.effect]));
      if (effects.length > 0) await handler.commitEffects!(tx, effects);
      for (const { job, result, isLast } of ours) {
        await result.commit?.(tx);
        if (result.outcome === 'retry' && isLast) await handler.onExhausted?.(tx, job, result.error);
        const failure = failureOf({ result, isLast });
        if (failure !== undefined) await failLockedJob(tx, job, failure.slice(0, LONGEST_ERROR));
      }
      await this.queue.lockLanes(tx, [...lanes.values()]);
      if (ours.length > 0) await endLockedJobs(tx, ours.map(toEndedJob));
      return ended.map(({ job }) => (lanes.has(job.id) ? undefined : new LeaseLostError()));
    });
  }
}

function failureOf({ result, isLast }: Pick<Ended, 'result' | 'isLast'>): string | undefined {
  if (result.outcome === 'failed' || (result.outcome === 'retry' && isLast)) return result.error;
  return undefined;
}

function outcomeOf(ended: Ended): AttemptOutcome {
  return failureOf(ended) === undefined ? ended.result.outcome : 'failed';
}

/** Results that write more than an effect, or give up, are rare and get their own transaction. */
function isOfGroup(ended: Ended): boolean {
  const { commit, effect } = ended.result;
  return effect !== undefined && commit === undefined && failureOf(ended) === undefined;
}

function toEndedJob({ job, result, isLast }: Ended): EndedJob {
  const isTriedAgain = result.outcome === 'retry' && !isLast;
  return { job, retryAfterSeconds: isTriedAgain ? result.afterSeconds : null, timedOut: result.timedOut };
}
