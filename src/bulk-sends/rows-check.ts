import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Checked, type OpenTemplate, type TemplateSendings } from '../templates/template-sendings.js';
import { type BulkFile, type BulkSend } from './bulk-send.entity.js';
import { type NewRow } from './bulk-send.queries.js';
import { matchColumns, type MatchedColumn, meaningsOf } from './domain/bulk-columns.js';
import { type CheckedRow, type Spelling } from './domain/bulk-row.js';
import { repeatedReference, RowChecks, rowFault } from './domain/check-rows.js';
import { type RowFault } from './domain/row-fault.js';
import { type SourceRow } from './reading/table-reading.js';
import { type SealedRows, sourceText } from './sealed-rows.js';

/** What the sender says of the columns of a file, and of how it spells. */
export interface GivenMeaning extends Spelling {
  /** Targets by column; null for one that is not to be read. */
  columns: Readonly<Record<string, string | null>>;
}

/** A fault with the number of its row. */
export type NumberedFault = RowFault & { row: number };

/** The most faults that the answer to an upload lists. */
export const MAX_LISTED_FAULTS = 100;
/** Rows after which others may use the processor. */
const ROWS_A_TURN = 25;
/** Characters and entries that are measured at once, which takes a process well under a second. */
const MEASURED_AT_ONCE = 100_000;

type FileFacts = Pick<BulkFile, 'format' | 'encoding' | 'delimiter' | 'emptyRows'>;

/** What rows are checked against. */
export interface CheckedAgainst {
  bulk: BulkSend;
  open: OpenTemplate;
  given: GivenMeaning;
  /** Whether people will be shown which columns are missing, so that these are no error. */
  isForeseen: boolean;
}

type Unmeasured = NonNullable<Checked['unmeasured']>;

/** Checks the rows of a file against the template, each as it comes, and encrypts them. */
export class RowsCheck {
  readonly rows: NewRow[] = [];
  private listed: NumberedFault[] = [];
  columns: MatchedColumn[] = [];
  private readonly checks: RowChecks<Unmeasured>;
  private readonly hash = createHash('sha256');
  private readonly meanings;
  private taken = 0;
  private seen: readonly string[] = [];
  /** Rows that are right but for the length of their values. */
  private unmeasured: { checked: CheckedRow; unmeasured: Unmeasured }[] = [];
  private toMeasure = 0;
  /** The end of the measuring that goes on while further rows are read. */
  private measuring: Promise<void> = Promise.resolve();

  /** @param isText - whether the cells are texts, as in CSV; otherwise columns may follow */
  constructor(
    private readonly against: CheckedAgainst,
    private readonly isText: boolean,
    private readonly templates: TemplateSendings,
    private readonly sealedRows: SealedRows,
  ) {
    const { open } = against;
    this.meanings = meaningsOf(open.content);
    this.checks = new RowChecks((input) => templates.check(open, { ...input, overrides: {} }));
  }

  /** @param columns - all that are known so far @throws AppError 400 as `matchColumns` */
  async take(rows: readonly SourceRow[], columns: readonly string[]): Promise<void> {
    for (const row of rows) {
      if (columns !== this.seen || columns.length !== this.columns.length) this.match(columns, this.isText);
      this.add(row);
      if (this.toMeasure >= MEASURED_AT_ONCE) await this.measure();
      if (++this.taken % ROWS_A_TURN === 0) await nextTurn();
    }
  }

  /** @throws AppError 400 as `matchColumns` */
  async end(columns: readonly string[]): Promise<void> {
    this.match(columns, true);
    await this.measure();
    await this.measuring;
    this.markRepeated();
  }

  /** How the file was read. */
  fileOf({ format, encoding, delimiter, emptyRows }: FileFacts): BulkFile {
    const { decimalMark, dateOrder } = this.against.given;
    return { format, encoding, delimiter, emptyRows, decimalMark, dateOrder, columns: this.columns };
  }

  /** The first of all faults, by their rows: those that are measured are found later than others. */
  get faults(): NumberedFault[] {
    return this.listed.toSorted((one, other) => one.row - other.row).slice(0, MAX_LISTED_FAULTS);
  }

  get digest(): Buffer {
    return this.sealedRows.digests(this.hash.copy().digest())[0]!;
  }

  private match(columns: readonly string[], isWhole: boolean): void {
    const { open, given, isForeseen } = this.against;
    this.seen = columns;
    this.columns = matchColumns(columns, open.content, given.columns, isWhole, isForeseen);
  }

  /** Begins to measure the rows that wait, once those before them were measured. */
  private async measure(): Promise<void> {
    await this.measuring;
    const rows = this.unmeasured;
    this.unmeasured = [];
    this.toMeasure = 0;
    this.measuring = this.keepMeasured(rows);
    // Whoever waits for it next is told of its failure.
    this.measuring.catch(() => undefined);
  }

  /** Keeps rows, and says of which values there is no room. */
  private async keepMeasured(rows: typeof this.unmeasured): Promise<void> {
    const found = await this.templates.misfits(
      this.against.open,
      rows.map(({ unmeasured }) => unmeasured),
    );
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
      isText: this.isText,
      spelling: this.against.given,
      readOnly: this.against.bulk.defaults.readOnly,
    };
    const digest = createHash('sha256').update(whole).digest('base64');
    const { checked, unmeasured } = this.checks.check(row, reading, digest);
    if (!unmeasured) return this.keep(checked);
    this.unmeasured.push({ checked, unmeasured });
    for (const { place } of unmeasured.places) this.toMeasure += 1 + place.value.length;
  }

  private keep(checked: CheckedRow): void {
    const { number, line, reference, faults, warnings } = checked;
    const isValid = faults.length === 0;
    for (const fault of faults) this.listed.push({ ...fault, row: number });
    if (this.listed.length > 2 * MAX_LISTED_FAULTS) this.listed = this.faults;
    this.rows[number - 1] = {
      ...{ number, line, warned: warnings.length > 0 },
      reference: isValid ? reference : null,
      state: isValid ? 'valid' : 'invalid',
      sealed: this.sealedRows.seal({ bulkSendId: this.against.bulk.id, number }, checked),
    };
  }

  /** A reference that is given twice is wrong in both rows, since nobody can say which of them is right. */
  private markRepeated(): void {
    for (const { number } of this.checks.repeatedFirsts()) {
      const row = this.rows[number - 1]!;
      const contents = this.sealedRows.open({ bulkSendId: this.against.bulk.id, ...row });
      const fault = repeatedReference(row.line, 'that of a later row');
      this.keep({ ...row, ...contents, faults: [...contents.faults, fault] });
    }
  }
}
