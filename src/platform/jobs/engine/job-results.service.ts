import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Statements } from '../../database/statements.service.js';
import { Transactions } from '../../database/transactions.js';
import { type JobHandler, type JobResult } from '../job-handler.js';
import { JobQueue } from '../job-queue.service.js';
import { type ClaimedJob, completeJobs, endLockedJob, lockLeasedJob, retryLockedJob } from './job.queries.js';

const LONGEST_ERROR = 500;

/** Another worker has the job, so this one's changes are rolled back. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

interface Waiting {
  job: ClaimedJob;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Records the results of jobs, each only while we have its lease. */
@Injectable()
export class JobResults {
  private waiting: Waiting[] = [];
  private completing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly statements: Statements,
    private readonly queue: JobQueue,
  ) {}

  /** @throws LeaseLostError if another worker has the job; whatever the result's `commit` throws */
  async record(handler: JobHandler, job: ClaimedJob, result: JobResult): Promise<void> {
    if (result.outcome === 'done' && !result.commit) return this.complete(job);
    await this.end(handler, job, result, job.attempt >= handler.maxAttempts);
  }

  /** Records that there will be no further attempt. @throws as `record` */
  async giveUp(handler: JobHandler, job: ClaimedJob, error: string): Promise<void> {
    await this.end(handler, job, { outcome: 'retry', afterSeconds: 0, error }, true);
  }

  private async end(handler: JobHandler, job: ClaimedJob, result: JobResult, isLast: boolean): Promise<void> {
    await this.transactions.run(async (tx) => {
      const laneId = await lockLeasedJob(tx, job);
      if (laneId === undefined) throw new LeaseLostError();
      await result.commit?.(tx);
      const exhausted = result.outcome === 'retry' && isLast;
      if (exhausted) await handler.onExhausted?.(tx, job, result.error);
      await this.queue.lockLanes(tx, laneId);
      await this.write(tx, job, exhausted ? { outcome: 'failed', error: result.error } : result);
    });
  }

  private async write(tx: EntityManager, job: ClaimedJob, result: JobResult): Promise<void> {
    switch (result.outcome) {
      case 'done':
        return endLockedJob(tx, job);
      case 'failed':
        return endLockedJob(tx, job, result.error.slice(0, LONGEST_ERROR));
      case 'retry':
        return retryLockedJob(tx, job, result.afterSeconds);
    }
  }

  /** Completes all jobs that end in the same turn, or during the previous statement, with one statement. */
  private complete(job: ClaimedJob): Promise<void> {
    const completed = new Promise<void>((resolve, reject) => this.waiting.push({ job, resolve, reject }));
    if (!this.completing) void this.completeWaiting();
    return completed;
  }

  private async completeWaiting(): Promise<void> {
    this.completing = true;
    await nextTurn();
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await completeJobs(
          this.statements,
          batch.map(({ job }) => job),
        );
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error as Error);
      }
    }
    this.completing = false;
  }
}
