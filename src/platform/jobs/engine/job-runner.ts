import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { DatabaseWatch } from '../../database/database-watch.js';
import { Notifications } from '../../database/notifications.js';
import { Statements } from '../../database/statements.js';
import { LiveProcess } from '../../processes/live-process.js';
import { describeError } from '../describe-error.js';
import { type JobHandler, type JobResult } from '../job-handler.js';
import { JOBS_CHANNEL } from '../job-queue.js';
import { type ClaimedJob, claimJobs, giveBackJobs, renewJobs } from './job.queries.js';
import { JobRegistry } from './job-registry.js';
import { JobResults, LeaseLostError } from './job-results.js';
import { KindLoad } from './kind-load.js';
import { PacedClaims } from './paced-claims.js';
import { retryAfterError, runHandler } from './run-handler.js';
import { RunnerLimits } from './runner-limits.js';

/** A claimed job whose result is not recorded yet. */
interface Work {
  job: ClaimedJob;
  interruption: AbortController;
  ended: Promise<void>;
}

/**
 * Results waiting to be recorded do not count as running, so that recording and claiming overlap, but their number is
 * limited.
 */
const MOST_WORK_PER_HANDLER = 2;
/** A lane costs a claim as much as a job does, so from long lanes a claim takes more jobs of fewer lanes. */
const FEWEST_LANES = 8;
/** Lanes are locked during a claim or a commit; meanwhile more jobs end, and one claim then fills their room. */
const PAUSE_MS = 5;
/** A smaller claim costs about as much. */
const WORTHWHILE = 32;

/**
 * Claims due jobs while there is room, runs their handlers and records the results. Idle in processes of role `web`.
 */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly open = new Set<Work>();
  /** For kinds that this process limits. */
  private readonly loads = new Map<string, KindLoad>();
  private handlersAtWork = 0;
  private lanes = FEWEST_LANES;
  private claiming: Promise<void> | undefined;
  private wanted = false;
  private stopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly limits: RunnerLimits,
    private readonly registry: JobRegistry,
    private readonly notifications: Notifications,
    private readonly results: JobResults,
    private readonly statements: Statements,
    private readonly database: DatabaseWatch,
    private readonly process: LiveProcess,
    private readonly paced: PacedClaims,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.runsJobs) return;
    this.notifications.listen(JOBS_CHANNEL, () => this.wake());
    this.wake();
  }

  /** Checks for due jobs, now or as soon as the current check has ended. */
  wake(): void {
    this.wanted = true;
    this.claiming ??= this.claimWhileWanted().finally(() => {
      this.claiming = undefined;
      if (this.wanted && !this.stopping) this.wake();
    });
  }

  /** Signals that this process is alive and working on its jobs. Work that others have taken over is interrupted. */
  async renew(): Promise<void> {
    if (this.open.size === 0) return;
    const works = [...this.open];
    const lost = await renewJobs(this.statements, this.openJobs());
    for (const { job, interruption } of works) if (lost.has(job.id)) interruption.abort(new LeaseLostError());
  }

  /** The jobs that this process works on. */
  openJobs(): ClaimedJob[] {
    return [...this.open].map(({ job }) => job);
  }

  /** Stops claiming, lets handlers finish, then interrupts them and returns unfinished jobs. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.paced.stop();
    await this.claiming;
    const patience = new AbortController();
    await Promise.race([
      this.allEnded(),
      wait(this.limits.stopMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    for (const { interruption } of this.open) interruption.abort(new Error('the process is stopping'));
    await this.allEnded();
  }

  private allEnded(): Promise<unknown> {
    return Promise.all([...this.open].map(({ ended }) => ended));
  }

  private async claimWhileWanted(): Promise<void> {
    try {
      // Several jobs usually end in the same turn; one claim fills their room.
      await nextTurn();
      while (this.wanted && !this.stopping) {
        this.wanted = false;
        const room = this.room();
        if (room <= 0 || this.process.isOutdated) return;
        await this.process.requireCurrent();
        const lanes = Math.min(this.lanes, room);
        const { jobs, busy } = await this.claim(lanes, room);
        this.lanes = jobs.length > room / 2 ? Math.max(FEWEST_LANES, Math.ceil(lanes / 2)) : 2 * lanes;
        for (const job of jobs) this.start(job);
        const inTurn = await this.claimPaced();
        const claimed = jobs.length + inTurn;
        if (busy || this.isHurried(claimed)) await wait(PAUSE_MS);
        if (busy || claimed > 0) this.wanted = true;
      }
    } catch (error) {
      if (!this.database.report(error)) this.logger.error(`Jobs cannot be claimed: ${describeError(error)}`);
    }
  }

  /** With much work in progress, a few more jobs can wait for others to be claimed with them. */
  private isHurried(claimed: number): boolean {
    return claimed < WORTHWHILE && this.handlersAtWork >= WORTHWHILE;
  }

  private claim(lanes: number, limit: number): ReturnType<typeof claimJobs> {
    const roomOf = (handler: JobHandler) => Math.min(limit, this.loadOf(handler)?.room ?? limit);
    const handlers = this.registry.all().filter((handler) => !handler.pace && roomOf(handler) > 0);
    return claimJobs(this.statements, handlers, {
      ...{ lanes, limit, roomOf },
      slowRoomOf: (handler) => this.loadOf(handler)?.slowRoom ?? limit,
      firstRoomOf: (handler) => this.loadOf(handler)?.firstRoom ?? limit,
      known: handlers.flatMap((handler) => this.loadOf(handler)?.laneRooms() ?? []),
    });
  }

  /** @returns how many jobs of kinds with a pace were started */
  private async claimPaced(): Promise<number> {
    let started = 0;
    for (const handler of this.registry.all()) {
      if (!handler.pace) continue;
      const room = Math.min(this.room(), this.loadOf(handler)!.room);
      for (const job of await this.paced.claim(handler, room, () => this.wake())) {
        this.start(job);
        started++;
      }
    }
    return started;
  }

  private loadOf(handler: JobHandler): KindLoad | undefined {
    const { kind, maxInProcess } = handler;
    if (maxInProcess === undefined) return undefined;
    let load = this.loads.get(kind);
    if (!load) this.loads.set(kind, (load = new KindLoad(handler, maxInProcess, this.limits.knownLaneMs)));
    return load;
  }

  private room(): number {
    const { concurrency } = this.limits;
    return Math.min(concurrency - this.handlersAtWork, MOST_WORK_PER_HANDLER * concurrency - this.open.size);
  }

  private start(job: ClaimedJob): void {
    const interruption = new AbortController();
    const ended = this.work(job, interruption).finally(() => {
      this.open.delete(work);
      this.wake();
    });
    const work: Work = { job, interruption, ended };
    this.open.add(work);
  }

  /** Never rejects: a job whose result cannot be recorded stays leased until the reaper returns it. */
  private async work(job: ClaimedJob, interruption: AbortController): Promise<void> {
    const handler = this.registry.get(job.kind);
    try {
      const result = await this.runInRoom(handler, job, interruption);
      if (this.stopping && interruption.signal.aborted && result.outcome !== 'done') {
        await giveBackJobs(this.statements, [job]);
        this.notifications.send(JOBS_CHANNEL);
        return;
      }
      if (result.outcome !== 'done') this.log(job, result.error);
      await this.results.record(handler, job, result).catch((error: unknown) => {
        if (error instanceof LeaseLostError) throw error;
        this.database.report(error);
        this.log(job, describeError(error));
        return this.results.record(handler, job, retryAfterError(handler, job.attempt, error));
      });
    } catch (error) {
      if (this.database.report(error)) return;
      this.logger.error(`Job ${job.id} (${job.kind}): its result was not recorded: ${describeError(error)}`);
    }
  }

  private async runInRoom(
    handler: JobHandler,
    job: ClaimedJob,
    interruption: AbortController,
  ): Promise<JobResult> {
    const load = this.loadOf(handler);
    this.handlersAtWork++;
    load?.start(job);
    const result = await runHandler(handler, job, interruption, (error) => this.database.report(error));
    this.handlersAtWork--;
    load?.end(job, result.timedOut === true);
    this.wake();
    return result;
  }

  /** During an outage of the database every job fails for the same reason. */
  private log(job: ClaimedJob, error: string): void {
    if (this.database.isLost) return;
    this.logger.warn(`Job ${job.id} (${job.kind}), attempt ${job.attempt}: ${error}`);
  }
}
