import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource, type EntityManager } from 'typeorm';
import { Settings } from '../platform/config/settings.js';
import { tryAdvisoryLock } from '../platform/database/advisory-locks.js';
import { DatabaseWatch } from '../platform/database/database-watch.js';
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
/** Months whose tables exist in advance. */
const MONTHS_AHEAD = 3;
/** An arbitrary constant: lets one process at a time change the months. */
const LOCK = 7_205_781;
/** Rows per transaction, to keep transactions short. */
const BATCH = 1_000;
const RETRY_MS = 500;
const RETRIES = 20;

/**
 * Creates the tables of the coming months, and removes what was recorded before the retained months: events and
 * attempts with the month's table, deliveries in batches.
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
    await this.reported('Creating the tables of the coming months', () => this.prepare());
  }

  onModuleDestroy(): void {
    this.closing.abort();
  }

  @Interval('webhooks.retention', HOUR_MS)
  async keep(): Promise<void> {
    await this.reported('Creating the tables of the coming months', () => this.prepare());
    await this.reported('Removing old deliveries', () => this.sweep());
  }

  /**
   * Creates the tables of this month and the coming ones. Rows of a month without a table go into the default one.
   */
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

  /** Removes everything recorded before the horizon. Can be interrupted at any point and repeated. */
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
      // The horizon moves first: a caller who reads in between is refused too early rather than too late.
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
   * Changes the partitions of a table. Each try waits only briefly for locks, since deliveries wait behind it. Does
   * nothing while another process changes partitions or removes rows.
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
