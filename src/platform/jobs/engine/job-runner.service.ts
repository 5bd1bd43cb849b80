import { setTimeout as wait } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { Statements } from '../../database/statements.service.js';
import { JobBell } from './job-bell.service.js';
import { JobRegistry } from './job-registry.service.js';
import { JobResults, LeaseLostError } from './job-results.service.js';
import { type ClaimedJob, claimJobs, giveBackJobs } from './job.queries.js';
import { describeError, retryAfterError, runHandler } from './run-handler.js';
import { RunnerLimits } from './runner-limits.js';

interface Work {
  interruption: AbortController;
  ended: Promise<void>;
}

/** Claims due jobs while there is room, runs their handlers and records the results. Not in processes of role `web`. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly running = new Set<Work>();
  private claiming: Promise<void> | undefined;
  private wanted = false;
  private stopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly limits: RunnerLimits,
    private readonly registry: JobRegistry,
    private readonly bell: JobBell,
    private readonly results: JobResults,
    private readonly statements: Statements,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.runsJobs) return;
    this.bell.onRing(() => this.wake());
    this.bell.listen();
    this.wake();
  }

  /** Looks for due jobs, now or as soon as the look that is under way has ended. */
  wake(): void {
    this.wanted = true;
    this.claiming ??= this.claimWhileWanted().finally(() => (this.claiming = undefined));
  }

  /** Claims no more, lets handlers finish, then interrupts them, and gives back what they did not finish. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.bell.close();
    await this.claiming;
    const patience = new AbortController();
    await Promise.race([
      this.allEnded(),
      wait(this.limits.stopMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    for (const { interruption } of this.running) interruption.abort(new Error('the process stops'));
    await this.allEnded();
  }

  private allEnded(): Promise<unknown> {
    return Promise.all([...this.running].map(({ ended }) => ended));
  }

  private async claimWhileWanted(): Promise<void> {
    try {
      while (this.wanted && !this.stopping) {
        this.wanted = false;
        const room = this.limits.concurrency - this.running.size;
        if (room <= 0) return;
        const jobs = await claimJobs(this.statements, this.registry.all(), room);
        for (const job of jobs) this.start(job);
        if (jobs.length > 0) this.wanted = true;
      }
    } catch (error) {
      this.logger.error(`Jobs cannot be claimed: ${describeError(error)}`);
    }
  }

  private start(job: ClaimedJob): void {
    const interruption = new AbortController();
    const ended = this.work(job, interruption).finally(() => {
      this.running.delete(work);
      this.wake();
    });
    const work: Work = { interruption, ended };
    this.running.add(work);
  }

  /** Never rejects: a job whose end cannot be recorded stays leased, and the reaper returns it. */
  private async work(job: ClaimedJob, interruption: AbortController): Promise<void> {
    const handler = this.registry.get(job.kind);
    try {
      const result = await runHandler(handler, job, interruption);
      if (this.stopping && interruption.signal.aborted && result.outcome !== 'done') {
        await giveBackJobs(this.statements, [job]);
        return;
      }
      if (result.outcome !== 'done') this.log(job, result.error);
      await this.results.record(handler, job, result).catch((error: unknown) => {
        if (error instanceof LeaseLostError) throw error;
        this.log(job, describeError(error));
        return this.results.record(handler, job, retryAfterError(handler, job.attempt, error));
      });
    } catch (error) {
      this.logger.error(`Job ${job.id} (${job.kind}): its end was not recorded: ${describeError(error)}`);
    }
  }

  private log(job: ClaimedJob, error: string): void {
    this.logger.warn(`Job ${job.id} (${job.kind}), attempt ${job.attempt}: ${error}`);
  }
}
