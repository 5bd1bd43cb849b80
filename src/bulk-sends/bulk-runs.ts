import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { lockOrganizationNoKey } from '../organizations/organization.queries.js';
import { Settings } from '../platform/config/settings.js';
import { Transactions } from '../platform/database/transactions.js';
import { EventBus } from '../platform/events/event-bus.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { BulkSend } from './bulk-send.entity.js';
import { type BulkSendPayload } from './bulk-send.events.js';
import { type BulkKey, cancelRows, countRows, getBulkSend, retryRows } from './bulk-send.queries.js';
import { CREATE_BULK_REQUESTS_JOB, FORGET_BULK_ROWS_JOB } from './bulk-send-job.kinds.js';
import { BulkSends, type BulkView } from './bulk-sends.js';
import { KEPT_DAYS, REPEATED_HOURS, type RowCounts } from './domain/bulk-send.state.js';
import {
  bulkEnded,
  bulkNotPaused,
  bulkNotRunning,
  bulkRunning,
  bulkStarted,
  noneValid,
  overCeiling,
  rowsInvalid,
  rowsMissing,
  rowsRepeated,
  rowsReplaced,
} from './internal/bulk.errors.js';
import { BulkActions } from './internal/bulk-actions.js';
import { startedRows, startedWithSameRows } from './internal/bulk-starts.queries.js';

export interface StartOptions {
  confirmRepeated: boolean;
  skipInvalid?: boolean;
  /** When the rows were uploaded that are meant; any by default. */
  seen?: Date;
}

/** Starts bulk sends, and moves them from state to state. Each change holds the lock of the bulk send. */
@Injectable()
export class BulkRuns {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly jobs: JobQueue,
    private readonly events: EventBus,
    private readonly bulkSends: BulkSends,
    private readonly actions: BulkActions,
  ) {}

  /**
   * @param wanted - `confirmRepeated`: rows that were started within a day are to be sent once more; `skipInvalid`: rows with
   * faults are left out, whatever was said when the bulk send was made
   * @throws AppError 400 `rows_missing`, `rows_invalid`, `rows_repeated`, `bulk_ceiling`, `bulk_running`, `bulk_started`,
   * `bulk_finished`, `bulk_cancelled`; 404
   */
  start(caller: Caller, bulkSendId: number, { confirmRepeated, skipInvalid = false, seen }: StartOptions) {
    return this.change(caller, bulkSendId, async (tx, key, bulk) => {
      if (bulk.state === 'running') throw bulkRunning();
      if (bulk.state === 'paused') throw bulkStarted();
      if (bulk.state === 'empty') throw rowsMissing();
      assertNotEnded(bulk);
      if (seen && bulk.uploadedAt?.getTime() !== seen.getTime()) throw rowsReplaced();
      const counts = await countRows(tx, key);
      if (counts.valid === 0) throw noneValid();
      const onInvalid = skipInvalid ? 'skip' : bulk.onInvalid;
      if (onInvalid === 'stop' && counts.invalid > 0) throw rowsInvalid(counts.invalid);
      await this.assertAllowed(tx, key, bulk, counts.valid, confirmRepeated);
      const { userId, apiKeyId, ip, userAgent } = caller;
      await tx.update(BulkSend, idOf(key), {
        ...{ state: 'running' as const, onInvalid, toCreate: counts.valid },
        startedAt: () => 'app_now()',
        startedBy: { userId, apiKeyId, ip, userAgent },
      });
      await this.actions.record(tx, caller, 'bulk_send_started', bulkSendId, { rows: counts.valid });
      await this.run(tx, key);
    });
  }

  /** Once it returns, no further row is sent. @throws AppError 400 `bulk_not_running`, 404 */
  pause(caller: Caller, bulkSendId: number): Promise<BulkView> {
    return this.change(caller, bulkSendId, async (tx, key, { state }) => {
      if (state !== 'running') throw bulkNotRunning();
      await tx.update(BulkSend, idOf(key), { state: 'paused', pausedBecause: null });
      await this.actions.record(tx, caller, 'bulk_send_paused', bulkSendId);
    });
  }

  /** @throws AppError 400 `bulk_not_paused`, 404 */
  resume(caller: Caller, bulkSendId: number): Promise<BulkView> {
    return this.change(caller, bulkSendId, async (tx, key, { state }) => {
      if (state !== 'paused') throw bulkNotPaused();
      await tx.update(BulkSend, idOf(key), { state: 'running', pausedBecause: null });
      await this.actions.record(tx, caller, 'bulk_send_resumed', bulkSendId);
      await this.run(tx, key);
    });
  }

  /**
   * Sends no further row. Requests that were made stay as they are.
   * @throws AppError 400 `bulk_finished`, `bulk_cancelled`, 404
   */
  cancel(caller: Caller, bulkSendId: number): Promise<BulkView> {
    return this.change(caller, bulkSendId, async (tx, key, bulk) => {
      assertNotEnded(bulk);
      await cancelRows(tx, key);
      await this.end(tx, key, 'cancelled');
      await this.actions.record(tx, caller, 'bulk_send_cancelled', bulkSendId);
    });
  }

  /** Tries rows that failed once more; changes nothing if none did. @throws AppError 400 `bulk_running`, `bulk_cancelled`, 404 */
  retry(caller: Caller, bulkSendId: number): Promise<BulkView> {
    return this.change(caller, bulkSendId, async (tx, key, { state, rowsRemovedAt }) => {
      if (state === 'running') throw bulkRunning();
      if (state === 'cancelled') throw bulkEnded(state);
      if (rowsRemovedAt !== null || (await retryRows(tx, key)) === 0) return;
      await tx.update(BulkSend, idOf(key), { state: 'running', pausedBecause: null, endedAt: null });
      await this.actions.record(tx, caller, 'bulk_send_retried', bulkSendId);
      await this.run(tx, key);
    });
  }

  /** Pauses a running one because of what keeps all of its rows from being sent. @param reason - a code */
  async pauseBecause(tx: EntityManager, key: BulkKey, reason: string): Promise<void> {
    const bulk = await getBulkSend(tx, key, { lock: true });
    if (bulk.state !== 'running') return;
    await tx.update(BulkSend, idOf(key), { state: 'paused', pausedBecause: reason });
    this.actions.mark(tx, key);
    await this.publish(tx, 'bulk_send.paused', bulk, await countRows(tx, key), reason);
  }

  /** Goes on with the next rows, or finishes if there are none. */
  async goOn(tx: EntityManager, key: BulkKey): Promise<void> {
    const bulk = await getBulkSend(tx, key, { lock: true });
    if (bulk.state !== 'running') return;
    const counts = await countRows(tx, key);
    if (counts.valid > 0) {
      await this.jobs.enqueue(tx, { kind: CREATE_BULK_REQUESTS_JOB, payload: { ...key } });
      return;
    }
    await this.end(tx, key, 'finished');
    this.actions.mark(tx, key);
    await this.publish(tx, 'bulk_send.finished', bulk, counts, null);
  }

  private change(
    caller: Caller,
    bulkSendId: number,
    work: (tx: EntityManager, key: BulkKey, bulk: BulkSend) => Promise<void>,
  ): Promise<BulkView> {
    const key = { organizationId: caller.organizationId, bulkSendId };
    return this.transactions.run(async (tx) => {
      // Starts of one organization wait for each other, so that together they keep to the ceiling.
      await lockOrganizationNoKey(tx, key.organizationId);
      await work(tx, key, await getBulkSend(tx, key, { lock: true }));
      return this.bulkSends.view(tx, key);
    });
  }

  private async assertAllowed(
    tx: EntityManager,
    key: BulkKey,
    { rowsDigest }: BulkSend,
    rows: number,
    confirmRepeated: boolean,
  ): Promise<void> {
    const { bulkRowsPerDay: ceiling } = this.settings;
    const started = await startedRows(tx, key);
    if (started + rows > ceiling) throw overCeiling(rows, started, ceiling);
    if (confirmRepeated) return;
    const same = await startedWithSameRows(tx, key, [rowsDigest!], REPEATED_HOURS);
    if (same !== null) throw rowsRepeated(same);
  }

  /** There is never a second job that waits: its turn would only find less to do. */
  private async run(tx: EntityManager, key: BulkKey): Promise<void> {
    await this.jobs.runNow(tx, { kind: CREATE_BULK_REQUESTS_JOB, payload: { ...key } });
  }

  private async end(tx: EntityManager, key: BulkKey, state: 'finished' | 'cancelled'): Promise<void> {
    await tx.update(BulkSend, idOf(key), { state, pausedBecause: null, endedAt: () => 'app_now()' });
    const runAt = { afterSeconds: KEPT_DAYS * 86_400 };
    await this.jobs.enqueue(tx, { kind: FORGET_BULK_ROWS_JOB, payload: { ...key }, runAt });
  }

  private async publish(
    tx: EntityManager,
    type: 'bulk_send.finished' | 'bulk_send.paused',
    { id, organizationId, name, templateId, version }: BulkSend,
    { rows, created, failed, invalid }: RowCounts,
    reason: string | null,
  ): Promise<void> {
    const data: BulkSendPayload = { id, name, templateId, version, rows, created, failed, invalid, reason };
    await this.events.publish(tx, { type, organizationId, data });
  }
}

function assertNotEnded({ state }: BulkSend): void {
  if (state === 'finished' || state === 'cancelled') throw bulkEnded(state);
}

const idOf = ({ organizationId, bulkSendId: id }: BulkKey) => ({ organizationId, id });
