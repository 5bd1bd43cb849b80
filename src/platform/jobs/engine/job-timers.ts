import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Settings } from '../../config/settings.js';
import { DatabaseWatch } from '../../database/database-watch.js';
import { describeError } from '../describe-error.js';
import { JobReaper } from './job-reaper.js';
import { JobRunner } from './job-runner.js';
import { RunnerLimits } from './runner-limits.js';

const JITTER = 0.1;

/** Decides when to check for work. The database decides which process gets it. */
@Injectable()
export class JobTimers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');

  constructor(
    private readonly settings: Settings,
    private readonly limits: RunnerLimits,
    private readonly scheduler: SchedulerRegistry,
    private readonly runner: JobRunner,
    private readonly reaper: JobReaper,
    private readonly database: DatabaseWatch,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.runsJobs) return;
    this.every('jobs.poll', this.limits.pollMs, async () => this.runner.wake());
    const reap = this.every('jobs.reap', this.limits.reapMs, () => this.renewAndReap());
    this.every('jobs.sweep', this.limits.sweepMs, () => this.reaper.sweep());
    // A process that keeps crashing may never live until its first regular check.
    await reap();
  }

  beforeApplicationShutdown(): void {
    for (const name of this.scheduler.getIntervals().filter((each) => each.startsWith('jobs.'))) {
      this.scheduler.deleteInterval(name);
    }
  }

  private async renewAndReap(): Promise<void> {
    await this.runner.renew();
    await this.reaper.reap(() => this.runner.openJobs());
  }

  /** @returns a function that checks at once */
  private every(name: string, periodMs: number, look: () => Promise<void>): () => Promise<void> {
    let looking = false;
    const tick = async () => {
      if (looking) return;
      looking = true;
      await look().catch((error: unknown) => {
        if (!this.database.report(error)) this.logger.error(`${name}: ${describeError(error)}`);
      });
      looking = false;
    };
    const jittered = periodMs * (1 + JITTER * (2 * Math.random() - 1));
    this.scheduler.addInterval(
      name,
      setInterval(() => void tick(), jittered),
    );
    return tick;
  }
}
