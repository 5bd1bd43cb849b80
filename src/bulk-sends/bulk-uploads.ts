import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { TemplateSendings } from '../templates/template-sendings.js';
import { type BulkFile, BulkSend } from './bulk-send.entity.js';
import { type BulkKey, freeNumbers, getBulkSend, replaceRows, sealedRowsAfter } from './bulk-send.queries.js';
import { FORGET_BULK_ROWS_JOB } from './bulk-send-job.kinds.js';
import { BulkSends, type BulkView } from './bulk-sends.js';
import { isOfSender, type MatchedColumn } from './domain/bulk-columns.js';
import { KEPT_DAYS, type RowState } from './domain/bulk-send.state.js';
import {
  bulkEnded,
  bulkRunning,
  bulkStarted,
  rowsMissing,
  rowsMixed,
  rowsReplaced,
} from './internal/bulk.errors.js';
import { BulkActions } from './internal/bulk-actions.js';
import { removeFile } from './internal/bulk-file.queries.js';
import {
  MAX_ROWS,
  type SourceRow,
  type TableOptions,
  TableReading,
  tooMany,
} from './reading/table-reading.js';
import { type CheckedAgainst, type GivenMeaning, type NumberedFault, RowsCheck } from './rows-check.js';
import { SealedRows } from './sealed-rows.js';

/** What the sender says of a file. */
export interface GivenFile extends TableOptions, GivenMeaning {}

/** What was found in a file. */
export interface UploadedRows {
  view: BulkView;
  columns: MatchedColumn[];
  emptyRows: number;
  /** The first of all faults. */
  faults: NumberedFault[];
}

const ROWS_AT_ONCE = 500;

/** Reads and checks the rows of bulk sends. */
@Injectable()
export class BulkUploads {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly jobs: JobQueue,
    private readonly templates: TemplateSendings,
    private readonly bulkSends: BulkSends,
    private readonly sealedRows: SealedRows,
    private readonly actions: BulkActions,
  ) {}

  /**
   * Begins to read a file, which takes the place of former rows once it was read and checked to its end.
   * @throws AppError 404, 400 `bulk_running`, `bulk_started`, `bulk_finished`, `bulk_cancelled`, or as `TemplateSendings`
   */
  async begin(caller: Caller, bulkSendId: number, given: GivenFile, isForeseen = false): Promise<BulkUpload> {
    const key = { organizationId: caller.organizationId, bulkSendId };
    const check = this.checkOf(await this.against(key, given, isForeseen), given.format);
    return new BulkUpload(key, check, new TableReading(given));
  }

  /**
   * The same for a file with corrections, which takes the place of the rows with faults only. Its columns mean what they
   * meant.
   * @throws AppError as `begin`, 400 `rows_missing`, `rows_mixed`
   */
  async beginMending(caller: Caller, bulkSendId: number, table: TableOptions): Promise<BulkUpload> {
    const key = { organizationId: caller.organizationId, bulkSendId };
    const bulk = await getBulkSend(this.dataSource.manager, key);
    const { file, uploadedAt } = bulk;
    if (!file) throw rowsMissing();
    if (!isTable(file.format) || !isTable(table.format)) throw rowsMixed();
    const own = file.columns.filter(({ column }) => isOfSender(column));
    const { decimalMark, dateOrder } = file;
    const columns = Object.fromEntries(own.map(({ column, target }) => [column, target]));
    const check = this.checkOf(
      await this.against(key, { columns, decimalMark, dateOrder }, true),
      table.format,
    );
    const names = own.map(({ column }) => column);
    for await (const rows of this.keptRows(key, 'valid')) await check.take(rows, names);
    const numbers = await freeNumbers(this.dataSource.manager, key);
    return new BulkUpload(key, check, new TableReading(table), { numbers, seen: uploadedAt! });
  }

  /** Replaces the rows by those that were read. @throws AppError as `begin` */
  async keep(caller: Caller, { key, check, file, mends }: BulkUpload): Promise<UploadedRows> {
    const view = await this.transactions.run(async (tx) => {
      await this.replace(tx, caller, key, check, file, mends?.seen);
      return this.bulkSends.view(tx, key);
    });
    return { view, columns: file.columns, emptyRows: file.emptyRows, faults: check.faults };
  }

  /**
   * Checks the rows once more, by what the sender now says of their columns and spelling.
   * @param seen - when the rows were uploaded that the sender means
   * @throws AppError as `begin`, 400 `rows_missing`, `column_unknown`, `column_repeated`, `rows_replaced`
   */
  async recheck(caller: Caller, bulkSendId: number, given: GivenMeaning, seen: Date): Promise<void> {
    const key = { organizationId: caller.organizationId, bulkSendId };
    const against = await this.against(key, given, true);
    const { file, uploadedAt } = against.bulk;
    if (!file) throw rowsMissing();
    if (uploadedAt?.getTime() !== seen.getTime()) throw rowsReplaced();
    const names = file.columns.map(({ column }) => column);
    const check = this.checkOf(against, file.format);
    for await (const rows of this.keptRows(key)) await check.take(rows, names);
    await check.end(names);
    await this.transactions.run((tx) => this.replace(tx, caller, key, check, check.fileOf(file), seen));
  }

  private checkOf(against: CheckedAgainst, format: string): RowsCheck {
    return new RowsCheck(against, isTable(format), this.templates, this.sealedRows);
  }

  private async against(key: BulkKey, given: GivenMeaning, isForeseen: boolean): Promise<CheckedAgainst> {
    const bulk = await getBulkSend(this.dataSource.manager, key);
    assertReplaceable(bulk);
    const { organizationId, templateId, version } = bulk;
    const open = await this.templates.openFor({ organizationId, templateId }, version);
    return { bulk, open, given, isForeseen };
  }

  /** @param seen - when the rows were uploaded that `check` has checked again; undefined if they are new */
  private async replace(
    tx: EntityManager,
    caller: Caller,
    key: BulkKey,
    check: RowsCheck,
    file: BulkFile,
    seen?: Date,
  ): Promise<void> {
    const { organizationId, bulkSendId } = key;
    const bulk = await getBulkSend(tx, key, { lock: true });
    assertReplaceable(bulk);
    if (seen !== undefined && bulk.uploadedAt?.getTime() !== seen.getTime()) throw rowsReplaced();
    const rows = check.rows.filter(Boolean);
    await replaceRows(tx, key, rows, { keepsEmptied: seen !== undefined });
    await removeFile(tx, key);
    await tx.update(
      BulkSend,
      { organizationId, id: bulkSendId },
      { state: 'checked', file, rowsDigest: check.digest, uploadedAt: () => 'app_now()' },
    );
    await this.jobs.enqueue(tx, {
      kind: FORGET_BULK_ROWS_JOB,
      payload: { organizationId, bulkSendId },
      runAt: { afterSeconds: KEPT_DAYS * 86_400 },
    });
    const invalid = rows.filter(({ state }) => state === 'invalid').length;
    const data = { rows: rows.length, invalid };
    await this.actions.record(tx, caller, 'bulk_rows_uploaded', bulkSendId, data);
  }

  /** The rows as the file had them. */
  private async *keptRows(key: BulkKey, state?: RowState): AsyncGenerator<SourceRow[]> {
    for (let after = 0; ;) {
      const range = { after, limit: ROWS_AT_ONCE, state };
      const rows = await sealedRowsAfter(this.dataSource.manager, key, range);
      if (rows.length === 0) return;
      yield rows.map(({ number, line, sealed }) => {
        const { source, faults } = this.sealedRows.open({ bulkSendId: key.bulkSendId, number, sealed });
        const isRead = Object.keys(source).length > 0;
        const values = isRead ? new Map(Object.entries(source)) : null;
        return { number, line, values, fault: isRead ? null : faults[0]! };
      });
      after = rows.at(-1)!.number;
    }
  }
}

function assertReplaceable({ state }: BulkSend): void {
  if (state === 'running') throw bulkRunning();
  if (state === 'paused') throw bulkStarted();
  if (state === 'finished' || state === 'cancelled') throw bulkEnded(state);
}

/** Whether its cells are texts. */
const isTable = (format: string) => format === 'csv' || format === 'tsv';

/** The line that a row of corrections has in the file that it was corrected for, if it still says so. */
function firstLineOf({ line, values }: SourceRow): number {
  const said = values?.get('file_line');
  return typeof said === 'string' && LINE.test(said) ? Number(said) : line;
}

const LINE = /^[1-9]\d{0,8}$/;

/** What a file of corrections replaces. */
interface Mending {
  /** The numbers of the rows that it takes the place of; what follows goes to the end. */
  numbers: { free: readonly number[]; next: number };
  /** When the present rows were uploaded. */
  seen: Date;
}

/** A file of rows on its way in: read, checked and encrypted as it arrives. */
export class BulkUpload {
  private count = 0;

  /** @param mends - null for a file that replaces everything */
  constructor(
    readonly key: BulkKey,
    readonly check: RowsCheck,
    private readonly reading: TableReading,
    readonly mends: Mending | null = null,
  ) {}

  /** @throws AppError 400 as `TableReading`, `column_unknown`, `column_repeated`, `column_missing` */
  async write(chunk: Buffer): Promise<void> {
    await this.take(this.reading.write(chunk));
  }

  /** @throws AppError as `write`; `rows_missing`, `rows_too_many` */
  async end(): Promise<this> {
    await this.take(this.reading.end());
    await this.check.end(this.reading.facts.columns);
    if (this.check.rows.filter(Boolean).length > MAX_ROWS) throw tooMany();
    return this;
  }

  get file(): BulkFile {
    return this.check.fileOf(this.reading.facts);
  }

  private async take(rows: readonly SourceRow[]): Promise<void> {
    const numbered = rows.map((row) => ({
      ...row,
      ...{ number: this.numberOf(row), line: this.mends ? firstLineOf(row) : row.line },
    }));
    await this.check.take(numbered, this.reading.columns);
  }

  private numberOf({ number }: SourceRow): number {
    if (!this.mends) return number;
    const { free, next } = this.mends.numbers;
    const at = this.count++;
    return free[at] ?? next + at - free.length;
  }
}
