import { Injectable, Logger } from '@nestjs/common';
import { DatabaseWatch } from '../../database/database-watch.service.js';
import { Statements } from '../../database/statements.service.js';
import { JobRegistry } from './job-registry.service.js';
import { JobResults } from './job-results.service.js';
import { type JobResult } from '../job-handler.js';
import { type ClaimedJob } from './job.queries.js';
import {
  findLostJobs,
  type LostJob,
  MAX_DEATHS,
  reapJobs,
  sweepLanes,
  takeLostJobs,
} from './lost-job.queries.js';
import { describeError } from './run-handler.js';

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
   * Returns jobs of dead workers to their lanes, or records what they have come to if they are not to run again, or too many
   * have died. @param own jobs that this process works on, even if it was held up for longer than a lease
   */
  async reap(own: readonly ClaimedJob[] = []): Promise<void> {
    const handlers = this.registry.all();
    const { ended, runAgain } = await this.judge(own);
    const lost = await takeLostJobs(this.statements, handlers, own, [...ended.keys()]);
    const returned = await reapJobs(this.statements, handlers, own, runAgain);
    if (returned > 0) this.tellOfReturned(returned);
    const results = new Map([...ended].map(([{ id }, result]) => [id, result]));
    for (const job of lost) await this.end(job, results.get(job.id));
  }

  /** An outage of the database, which has its own line, stops the renewal of leases of workers that live. */
  private tellOfReturned(count: number): void {
    if (this.database.echoes) this.logger.log(`${count} jobs whose leases were not renewed were returned`);
    else this.logger.warn(`${count} jobs of dead workers were returned`);
  }

  /** Asks the handlers that judge for themselves. */
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
      this.logger.warn(`${name}, attempt ${job.attempt}: its worker died, and it does not run again`);
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
    if (woken > 0) this.logger.warn(`${woken} lanes slept over due jobs and were woken`);
  }
}
