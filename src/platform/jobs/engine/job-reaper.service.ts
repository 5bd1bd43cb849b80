import { Injectable, Logger } from '@nestjs/common';
import { DatabaseWatch } from '../../database/database-watch.service.js';
import { Statements } from '../../database/statements.service.js';
import { JobRegistry } from './job-registry.service.js';
import { JobResults } from './job-results.service.js';
import { type ClaimedJob, MAX_DEATHS, reapJobs, sweepLanes, takeExhaustedJobs } from './job.queries.js';
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
   * Returns jobs of dead workers to their lanes, or records them as failed if too many have died. @param own jobs that
   * this process works on, even if it was held up for longer than a lease
   */
  async reap(own: readonly ClaimedJob[] = []): Promise<void> {
    const handlers = this.registry.all();
    const returned = await reapJobs(this.statements, handlers, own);
    if (returned > 0) this.logger.warn(`${returned} jobs of dead workers were returned`);
    for (const job of await takeExhaustedJobs(this.statements, handlers, own)) {
      this.logger.error(`Job ${job.id} (${job.kind}), attempt ${job.attempt}: ${WORKERS_DIED}`);
      await this.results.giveUp(this.registry.get(job.kind), job, WORKERS_DIED).catch((error: unknown) => {
        if (this.database.report(error)) return;
        this.logger.error(
          `Job ${job.id} (${job.kind}): its result was not recorded: ${describeError(error)}`,
        );
      });
    }
  }

  async sweep(): Promise<void> {
    const woken = await sweepLanes(this.statements);
    if (woken > 0) this.logger.warn(`${woken} lanes slept over due jobs and were woken`);
  }
}
