import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { notReady } from '../../common/errors.js';
import { Settings } from '../config/settings.js';
import { type StartError } from '../config/start-error.js';
import { DatabaseWatch } from '../database/database-watch.js';
import { Notifications } from '../database/notifications.js';
import { type TransactionHook, Transactions } from '../database/transactions.js';
import { DataVersion } from './data-version.js';
import { outdated } from './outdated.js';
import { heldMinimumVersion, type ProcessReport, removeProcess, reportProcess } from './process.queries.js';
import { ProcessLimits } from './process-limits.js';

/** Carries the new minimum to every process. A lost message only costs time: processes also ask with each report. */
export const MINIMUM_CHANNEL = 'countersign_minimum_version';

type OutdatedListener = (reason: StartError) => void;

/**
 * This process as others see it: it reports the version that it understands, and stops acting once the database
 * demands more. A process whose last report is too old, because it was paused or cut off, asks before each request,
 * job and commit.
 */
@Injectable()
export class LiveProcess
  implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown, TransactionHook
{
  private readonly logger = new Logger('Processes');
  private readonly report: ProcessReport;
  /** `performance.now()` before the last report that was accepted. */
  private reportedAt = -Infinity;
  private reporting: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reason: StartError | undefined;
  private listener: OutdatedListener = ({ message }) => this.logger.error(message);
  private stopped = false;

  constructor(
    private readonly dataSource: DataSource,
    { role }: Settings,
    private readonly version: DataVersion,
    private readonly limits: ProcessLimits,
    private readonly transactions: Transactions,
    private readonly notifications: Notifications,
    private readonly database: DatabaseWatch,
  ) {
    const { pid } = process;
    this.report = { id: randomUUID(), host: hostname(), pid, role, dataVersion: version.number };
  }

  /** @throws StartError if the database demands a later version */
  async onModuleInit(): Promise<void> {
    this.transactions.addHook(this);
    await this.reportOnce();
    if (this.reason) throw this.reason;
  }

  onApplicationBootstrap(): void {
    this.notifications.listen(MINIMUM_CHANNEL, () => void this.tryReport());
    this.timer = setInterval(() => void this.tryReport(), this.limits.reportMs).unref();
  }

  /** Calls `listener` once the database demands a later version: the process should end then. */
  whenOutdated(listener: OutdatedListener): void {
    this.listener = listener;
    if (this.reason) listener(this.reason);
  }

  /** Whether the database demands a later version. */
  get isOutdated(): boolean {
    return this.reason !== undefined;
  }

  /** Whether others still rely on the last report, so that nothing can be sent that this process does not know. */
  get isCurrent(): boolean {
    return !this.reason && performance.now() - this.reportedAt < this.limits.currentMs;
  }

  /** @throws AppError 503 `not_ready` if the database demands a later version; the database's error if it is gone */
  async requireCurrent(): Promise<void> {
    if (this.isCurrent) return;
    const askedAt = performance.now();
    // The answer to an earlier report may have arrived before a pause.
    while (!this.reason && !this.stopped && this.reportedAt < askedAt)
      await (this.reporting ??= this.reportOnce());
    if (this.reason || this.stopped) throw notReady();
  }

  /** Lets a transaction commit only if this process understands everything that the database contains. */
  async confirm(tx: EntityManager): Promise<void> {
    if (this.isCurrent) return;
    if ((await heldMinimumVersion(tx)) > this.version.number) throw notReady();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopped = true;
    await this.reporting?.catch(() => undefined);
    this.reportedAt = -Infinity;
    await this.remove();
  }

  /** Without a database the report expires by itself. */
  private async remove(): Promise<void> {
    await removeProcess(this.dataSource.manager, this.report.id).catch(() => undefined);
  }

  private async tryReport(): Promise<void> {
    if (this.stopped || this.reason) return;
    await (this.reporting ??= this.reportOnce()).catch((error: Error) => {
      if (!this.database.report(error))
        this.logger.warn(`This process could not report itself: ${error.name}`);
    });
  }

  private async reportOnce(): Promise<void> {
    const begunAt = performance.now();
    const { manager } = this.dataSource;
    const minimum = await reportProcess(manager, this.report).finally(() => {
      this.reporting = undefined;
    });
    if (minimum <= this.version.number) this.reportedAt = begunAt;
    else await this.end(minimum);
  }

  /** Nobody needs to wait for a process that refuses everything. */
  private async end(minimum: number): Promise<void> {
    this.reason = outdated(this.version.number, minimum);
    await this.remove();
    if (this.timer) this.listener(this.reason);
  }
}
