import { Injectable, Logger } from '@nestjs/common';
import { DatabaseWatch } from '../../database/database-watch.js';
import { Statements } from '../../database/statements.js';
import { describeError } from '../describe-error.js';
import { type JobResult } from '../job-handler.js';
import { type ClaimedJob } from './job.queries.js';
import { JobRegistry } from './job-registry.js';
import { JobResults } from './job-results.js';
import {
  findLostJobs,
  type LostJob,
  MAX_DEATHS,
  reapJobs,
  sweepLanes,
  takeLostJobs,
} from './lost-job.queries.js';

const WORKERS_DIED = `its workers died ${MAX_DEATHS} times`;

/** Recovers jobs of dead workers and lanes that missed a wake-up. */
@Injectable()
export class JobReaper {
  private readonly logger = new Logger('Jobs');

  constructor(
    private readonly statements: Statements,
    private readonly registry: JobRegistry,
    private readonly results: JobResults,
    private readonly database: DatabaseWatch,
  ) {}

  /**
   * Returns jobs of dead workers to their lanes, or records their outcome if they are not to run again or too many
   * workers have died with them.
   * @param own jobs that this process is working on, even if it was delayed for longer than a lease; asked for each
   * time, because it may begin others meanwhile
   */
  async reap(own: () => readonly ClaimedJob[] = () => []): Promise<void> {
    const handlers = this.registry.all();
    const { ended, runAgain } = await this.judge(own());
    const lost = await takeLostJobs(this.statements, handlers, own(), [...ended.keys()]);
    const returned = await reapJobs(this.statements, handlers, own(), runAgain);
    if (returned > 0) this.logReturned(returned);
    const results = new Map([...ended].map(([{ id }, result]) => [id, result]));
    for (const job of lost) await this.end(job, results.get(job.id));
  }

  /**
   * During an outage of the database, which is logged separately, leases of living workers are not renewed either.
   */
  private logReturned(count: number): void {
    if (this.database.echoes)
      this.logger.log(`${count} jobs whose leases were not renewed were put back in the queue`);
    else this.logger.warn(`${count} jobs of dead workers were put back in the queue`);
  }

  /** Asks the handlers that decide for themselves. */
  private async judge(
    own: readonly ClaimedJob[],
  ): Promise<{ ended: Map<LostJob, JobResult>; runAgain: LostJob[] }> {
    const ended = new Map<LostJob, JobResult>();
    const runAgain: LostJob[] = [];
    const judging = this.registry.all().filter(({ judgeLost }) => judgeLost !== undefined);
    const found = judging.length === 0 ? [] : await findLostJobs(this.statements, judging, own);
    for (const handler of judging) {
      const jobs = found.filter(({ kind }) => kind === handler.kind);
      if (jobs.length === 0) continue;
      const results = await handler.judgeLost!(jobs.map(({ payload }) => payload));
      for (const [index, job] of jobs.entries()) {
        const result = results[index];
        if (result) ended.set(job, result);
        else runAgain.push(job);
      }
    }
    return { ended, runAgain };
  }

  private async end(job: ClaimedJob, result: JobResult | undefined): Promise<void> {
    const name = `Job ${job.id} (${job.kind})`;
    const handler = this.registry.get(job.kind);
    if (result)
      this.logger.warn(`${name}, attempt ${job.attempt}: its worker died, and it will not be retried`);
    else this.logger.error(`${name}, attempt ${job.attempt}: ${WORKERS_DIED}`);
    const recorded = result
      ? this.results.record(handler, job, result)
      : this.results.giveUp(handler, job, WORKERS_DIED);
    await recorded.catch((error: unknown) => {
      if (this.database.report(error)) return;
      this.logger.error(`${name}: its result was not recorded: ${describeError(error)}`);
    });
  }

  async sweep(): Promise<void> {
    const woken = await sweepLanes(this.statements);
    if (woken > 0) this.logger.warn(`${woken} lanes had due jobs but were asleep, and were woken`);
  }
}
