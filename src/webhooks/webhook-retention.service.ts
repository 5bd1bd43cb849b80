import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource, type EntityManager } from 'typeorm';
import { Settings } from '../platform/config/settings.js';
import { tryAdvisoryLock } from '../platform/database/advisory-locks.js';
import { DatabaseWatch } from '../platform/database/database-watch.service.js';
import { isLockTimeout } from '../platform/database/lock-timeout.js';
import {
  addMonth,
  detachPart,
  DIVIDED_TABLES,
  type DividedTable,
  dropPart,
  findParts,
  hasStrays,
  monthsAhead,
} from './webhook-partition.queries.js';
import {
  deleteDeliveries,
  deleteEvents,
  deleteReplays,
  findHorizon,
  noteHorizons,
} from './webhook-retention.queries.js';

const HOUR_MS = 3_600_000;
/** Months that have a table before they begin. */
const MONTHS_AHEAD = 3;
/** Any fixed number: lets one process at a time change the months. */
const LOCK = 7_205_781;
/** Rows of a transaction, so that none is long. */
const BATCH = 1_000;
const RETRY_MS = 500;
const RETRIES = 20;

/**
 * Makes the tables of the months to come, and removes what was recorded before the months that are kept: events with the
 * month's table, attempts likewise, deliveries in batches.
 */
@Injectable()
export class WebhookRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(WebhookRetention.name);
  private readonly closing = new AbortController();

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly database: DatabaseWatch,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.reported('Making the tables of the next months', () => this.prepare());
  }

  onModuleDestroy(): void {
    this.closing.abort();
  }

  @Interval('webhooks.retention', HOUR_MS)
  async keep(): Promise<void> {
    await this.reported('Making the tables of the next months', () => this.prepare());
    await this.reported('Removing old deliveries', () => this.sweep());
  }

  /** Makes the tables of this month and those to come. Rows whose month has none go into a table for the rest. */
  async prepare(): Promise<void> {
    const { manager } = this.dataSource;
    const months = await monthsAhead(manager, MONTHS_AHEAD);
    for (const table of DIVIDED_TABLES) {
      const parts = await findParts(manager, table);
      const last = parts.filter(({ isAttached }) => isAttached).at(-1);
      for (const month of months)
        if (!last || month.begin >= last.end)
          await this.alone(async (tx) => {
            if (!(await hasStrays(tx, table, month))) await addMonth(tx, table, month);
          });
    }
  }

  /** Removes what was recorded before the horizon. Can be interrupted anywhere, and repeated. */
  async sweep(): Promise<void> {
    const { manager } = this.dataSource;
    const horizon = await findHorizon(manager, this.settings.webhookRetentionDays);
    for (const table of DIVIDED_TABLES) await this.removeParts(table, horizon);
    const [oldest] = await findParts(manager, 'webhook_events');
    for (const part of [oldest?.name, 'webhook_events_rest'])
      if (part) await this.inBatches((tx) => deleteEvents(tx, part, horizon, BATCH));
    await this.inBatches((tx) => deleteDeliveries(tx, horizon, BATCH));
    await deleteReplays(manager, horizon);
  }

  private async removeParts(table: DividedTable, horizon: Date): Promise<void> {
    const { manager } = this.dataSource;
    const parts = await findParts(manager, table);
    for (const { name } of parts.filter(({ end, isAttached }) => isAttached && end <= horizon)) {
      // First the horizon: whoever reads in between is told too early, and never too late.
      if (table === 'webhook_events') await noteHorizons(manager, name);
      await this.alone((tx) => detachPart(tx, table, name));
    }
    for (const { name, isAttached } of await findParts(manager, table)) {
      if (isAttached) continue;
      await dropPart(manager, name);
      this.logger.log(`Removed ${name}`);
    }
  }

  /**
   * Changes the parts of a table. It waits for others only for moments, since deliveries wait behind it, and then tries again.
   * Does nothing while another process changes parts or removes rows.
   */
  private async alone(change: (tx: EntityManager) => Promise<void>): Promise<void> {
    for (let left = RETRIES; ; left--) {
      try {
        return await this.dataSource.transaction(async (tx) => {
          if (await tryAdvisoryLock(tx, LOCK)) await change(tx);
        });
      } catch (error) {
        if (!isLockTimeout(error) || left === 0) throw error;
        await wait(RETRY_MS, undefined, { signal: this.closing.signal });
      }
    }
  }

  private async inBatches(remove: (tx: EntityManager) => Promise<number>): Promise<void> {
    const next = () =>
      this.dataSource.transaction(async (tx) => ((await tryAdvisoryLock(tx, LOCK)) ? remove(tx) : 0));
    while ((await next()) > 0) this.closing.signal.throwIfAborted();
  }

  private async reported(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.closing.signal.aborted || this.database.report(error)) return;
      this.logger.warn(`${what} failed: ${(error as Error).message}`);
    }
  }
}
