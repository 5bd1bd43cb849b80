import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Caller } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { JobQueue } from '../platform/jobs/job-queue.js';
import { type TemplateInput } from '../templates/domain/filled-template.js';
import { type OpenTemplate, TemplateSendings } from '../templates/template-sendings.js';
import { BulkSend } from './bulk-send.entity.js';
import { getBulkSend, type NewRow, replaceRows } from './bulk-send.queries.js';
import { FORGET_BULK_ROWS_JOB } from './bulk-send-job.kinds.js';
import { BulkSends, type BulkView } from './bulk-sends.js';
import { matchColumns, type MatchedColumn, meaningsOf } from './domain/bulk-columns.js';
import { type CheckedRow, type Spelling } from './domain/bulk-row.js';
import { KEPT_DAYS } from './domain/bulk-send.state.js';
import { repeatedReference, RowChecks, rowFault } from './domain/check-rows.js';
import { type RowFault } from './domain/row-fault.js';
import { bulkEnded, bulkRunning, bulkStarted } from './internal/bulk.errors.js';
import { type SourceRow, type TableOptions, TableReading } from './reading/table-reading.js';
import { SealedRows, sourceText } from './sealed-rows.js';

/** What the sender says of a file. */
export interface GivenFile extends TableOptions, Spelling {
  /** Targets by column; null for one that is not to be read. */
  columns: Readonly<Record<string, string | null>>;
}

/** The most faults that the answer to an upload lists. */
export const MAX_LISTED_FAULTS = 100;
/** Rows after which others may use the processor. */
const ROWS_A_TURN = 25;
/** Rows whose values are measured at once. */
const ROWS_MEASURED = 100;

/** What was found in a file. */
export interface UploadedRows {
  view: BulkView;
  columns: MatchedColumn[];
  emptyRows: number;
  /** The first of all faults. */
  faults: (RowFault & { row: number })[];
}

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
  ) {}

  /**
   * Begins to read a file, which takes the place of former rows once it was read and checked to its end.
   * @throws AppError 404, 400 `bulk_running`, `bulk_started`, `bulk_finished`, `bulk_cancelled`, or as `TemplateSendings`
   */
  async begin(caller: Caller, bulkSendId: number, given: GivenFile): Promise<BulkUpload> {
    const key = { organizationId: caller.organizationId, bulkSendId };
    const { manager } = this.dataSource;
    const bulk = await getBulkSend(manager, key);
    assertReplaceable(bulk);
    const template = { organizationId: bulk.organizationId, templateId: bulk.templateId };
    const open = await this.templates.openFor(template, bulk.version);
    return new BulkUpload(bulk, open, given, this.templates, this.sealedRows);
  }

  /** Replaces the rows by those that were read. @throws AppError as `begin` */
  async keep(caller: Caller, upload: BulkUpload): Promise<UploadedRows> {
    const { organizationId } = caller;
    const { id: bulkSendId } = upload.bulk;
    const key = { organizationId, bulkSendId };
    const view = await this.transactions.run(async (tx) => {
      assertReplaceable(await getBulkSend(tx, key, { lock: true }));
      await replaceRows(tx, key, upload.rows);
      await tx.update(
        BulkSend,
        { organizationId, id: bulkSendId },
        {
          state: 'checked',
          file: upload.file,
          rowsDigest: upload.digest,
          uploadedAt: () => 'app_now()',
        },
      );
      await this.jobs.enqueue(tx, {
        kind: FORGET_BULK_ROWS_JOB,
        payload: { organizationId, bulkSendId },
        runAt: { afterSeconds: KEPT_DAYS * 86_400 },
      });
      return this.bulkSends.view(tx, key);
    });
    const { columns, emptyRows } = upload.file;
    return { view, columns, emptyRows, faults: upload.listed };
  }
}

function assertReplaceable({ state }: BulkSend): void {
  if (state === 'running') throw bulkRunning();
  if (state === 'paused') throw bulkStarted();
  if (state === 'finished' || state === 'cancelled') throw bulkEnded(state);
}

/** A file of rows on its way in: read, checked and encrypted as it arrives. */
export class BulkUpload {
  readonly rows: NewRow[] = [];
  readonly listed: (RowFault & { row: number })[] = [];
  private readonly reading: TableReading;
  private readonly checks: RowChecks;
  private readonly hash = createHash('sha256');
  private readonly meanings;
  columns: MatchedColumn[] = [];
  private read = 0;
  /** Rows that are right but for the length of their values. */
  private unmeasured: { checked: CheckedRow; input: TemplateInput }[] = [];

  constructor(
    readonly bulk: BulkSend,
    private readonly open: OpenTemplate,
    private readonly given: GivenFile,
    private readonly templates: TemplateSendings,
    private readonly sealedRows: SealedRows,
  ) {
    this.reading = new TableReading(given);
    this.meanings = meaningsOf(open.content);
    this.checks = new RowChecks((input) => templates.faultsIn(open, { ...input, overrides: {} }));
  }

  /** @throws AppError 400 as `TableReading`, `column_unknown`, `column_repeated`, `column_missing` */
  async write(chunk: Buffer): Promise<void> {
    await this.take(this.reading.write(chunk));
  }

  /** @throws AppError as `write`; `rows_missing` */
  async end(): Promise<this> {
    await this.take(this.reading.end());
    this.columns = matchColumns(
      this.reading.facts.columns,
      this.open.content,
      this.given.columns,
      !this.isJson,
    );
    await this.measure();
    this.markRepeated();
    return this;
  }

  get file() {
    const { format, encoding, delimiter, emptyRows } = this.reading.facts;
    const { decimalMark, dateOrder } = this.given;
    return { format, encoding, delimiter, emptyRows, decimalMark, dateOrder, columns: this.columns };
  }

  get digest(): Buffer {
    return this.sealedRows.digests(this.hash.copy().digest())[0]!;
  }

  private get isJson(): boolean {
    return this.given.format === 'json' || this.given.format === 'ndjson';
  }

  private async take(rows: readonly SourceRow[]): Promise<void> {
    for (const row of rows) {
      const { columns } = this.reading;
      if (columns.length !== this.columns.length)
        this.columns = matchColumns(columns, this.open.content, this.given.columns, !this.isJson);
      this.add(row);
      if (this.unmeasured.length >= ROWS_MEASURED) await this.measure();
      if (++this.read % ROWS_A_TURN === 0) await nextTurn();
    }
  }

  /** Keeps the rows that wait, and says of which values there is no room. */
  private async measure(): Promise<void> {
    const rows = this.unmeasured;
    this.unmeasured = [];
    const given = rows.map(({ input }) => ({ ...input, overrides: {} }));
    const found = await this.templates.misfitsIn(this.open, given);
    for (const [index, { checked }] of rows.entries()) {
      const faults = found[index]!.map((fault) => rowFault(fault, checked.line, this));
      this.keep({ ...checked, faults });
    }
  }

  private add(row: SourceRow): void {
    const whole = sourceText(Object.fromEntries(row.values ?? []));
    this.hash.update(`${whole}\n`);
    const reading = {
      columns: this.columns,
      meanings: this.meanings,
      isText: !this.isJson,
      spelling: this.given,
      readOnly: this.bulk.defaults.readOnly,
    };
    const { checked, input } = this.checks.check(row, reading, whole);
    if (input) this.unmeasured.push({ checked, input });
    else this.keep(checked);
  }

  private keep(checked: CheckedRow): void {
    const { number, line, reference, faults, warnings } = checked;
    const isValid = faults.length === 0;
    for (const fault of faults)
      if (this.listed.length < MAX_LISTED_FAULTS) this.listed.push({ ...fault, row: number });
    this.rows[number - 1] = {
      ...{ number, line, warned: warnings.length > 0 },
      reference: isValid ? reference : null,
      state: isValid ? 'valid' : 'invalid',
      sealed: this.sealedRows.seal({ bulkSendId: this.bulk.id, number }, checked),
    };
  }

  /** A reference that is given twice is wrong in both rows, since nobody can say which of them is right. */
  private markRepeated(): void {
    for (const { number } of this.checks.repeatedFirsts()) {
      const row = this.rows[number - 1]!;
      const contents = this.sealedRows.open({ bulkSendId: this.bulk.id, ...row });
      const fault = repeatedReference(row.line, 'that of a later row');
      this.keep({ ...row, ...contents, faults: [...contents.faults, fault] });
    }
  }
}
