import { AppError } from '../../common/errors.js';
import { columnKey } from '../domain/bulk-columns.js';
import { type RowFault, rowFault } from '../domain/row-fault.js';
import { CsvRecords } from './csv-records.js';
import { type Delimiter, DelimiterSearch, isFilled } from './delimiters.js';
import { type Encoding } from './encodings.js';
import { BrokenArray, JsonRows } from './json-rows.js';
import { TextDecoding } from './text-decoding.js';

export const FORMATS = ['csv', 'tsv', 'ndjson', 'json'] as const;
export type TableFormat = (typeof FORMATS)[number];

export const MAX_ROWS = 10_000;
/** Columns of a file, used or not. */
export const MAX_COLUMNS = 2_000;

/** What the sender of a file says about it; null for what the file is to say itself. */
export interface TableOptions {
  format: TableFormat;
  encoding: Encoding | null;
  delimiter: Delimiter | null;
}

/** A row as the file has it. */
export interface SourceRow {
  /** From 1, without the header and without empty rows. */
  number: number;
  /** In which it begins. */
  line: number;
  /** By column: texts, or in JSON any flat value. Null if the row could not be read. */
  values: ReadonlyMap<string, unknown> | null;
  fault: RowFault | null;
}

/** What a file turned out to be. */
export interface TableFacts {
  format: TableFormat;
  encoding: Encoding;
  /** Null for JSON. */
  delimiter: Delimiter | null;
  /** In the order of the file; those of JSON as they first appear. */
  columns: readonly string[];
  emptyRows: number;
}

/**
 * Reads a table as it arrives, row by row. A row with a fault is passed on with it; what makes all others doubtful refuses
 * the whole file.
 */
export class TableReading {
  private readonly decoding: TextDecoding;
  private readonly rows: RowSource;

  constructor(private readonly options: TableOptions) {
    this.decoding = new TextDecoding(options.encoding);
    this.rows =
      options.format === 'csv' || options.format === 'tsv'
        ? new CsvTable(options)
        : new JsonTable(options.format);
  }

  /**
   * @throws AppError 400 `encoding_unclear`, `encoding_contradicted`, `encoding_wrong`, `delimiter_unclear`,
   * `delimiter_contradicted`, `columns_repeated`, `columns_too_many`, `header_invalid`, `rows_too_many`, `rows_unreadable`
   */
  write(chunk: Buffer): SourceRow[] {
    return this.rows.write(this.decoding.write(chunk), false);
  }

  /** @throws AppError as `write`; `rows_missing` */
  end(): SourceRow[] {
    const rows = this.rows.write(this.decoding.end(), true);
    if (this.rows.count === 0) throw refusal('rows_missing', 'The file has no rows');
    return rows;
  }

  /** Those known so far, in the order of the file. */
  get columns(): readonly string[] {
    return this.rows.columns;
  }

  /** Once `end` has returned. */
  get facts(): TableFacts {
    const { columns, delimiter, emptyRows } = this.rows;
    return { format: this.options.format, encoding: this.decoding.encoding!, delimiter, columns, emptyRows };
  }
}

interface RowSource {
  readonly columns: readonly string[];
  readonly delimiter: Delimiter | null;
  readonly emptyRows: number;
  readonly count: number;
  write(text: string, isEnd: boolean): SourceRow[];
}

class CsvTable implements RowSource {
  delimiter: Delimiter | null = null;
  columns: readonly string[] = [];
  emptyRows = 0;
  count = 0;
  private readonly search: DelimiterSearch;
  private records: CsvRecords | null = null;
  private hasHeader = false;

  constructor({ format, delimiter }: TableOptions) {
    this.search = new DelimiterSearch(format === 'tsv' ? '\t' : delimiter);
  }

  write(text: string, isEnd: boolean): SourceRow[] {
    let rest = text;
    if (this.records === null) {
      const found = this.search.write(text, isEnd);
      if (!found) return [];
      this.delimiter = found.delimiter;
      this.records = new CsvRecords(found.delimiter, found.line);
      rest = found.text;
    }
    const records = this.records.write(rest);
    if (isEnd) records.push(...this.records.end());
    return records.flatMap((record) => {
      if (!isFilled(record)) {
        if (this.hasHeader) this.emptyRows++;
        return [];
      }
      if (this.hasHeader) return [this.toRow(record)];
      this.columns = headerOf(record);
      this.hasHeader = true;
      return [];
    });
  }

  private toRow({ line, cells, fault }: ReturnType<CsvRecords['write']>[number]): SourceRow {
    if (++this.count > MAX_ROWS) throw tooMany();
    const number = this.count;
    const found = fault ?? shapeFault(line, cells, this.columns);
    if (found) return { number, line, values: null, fault: found };
    const named = cells.slice(0, this.columns.length).map((cell, at) => [this.columns[at]!, cell] as const);
    return { number, line, values: new Map(named), fault: null };
  }
}

/** The names of the columns, without those at the end that have none. @throws AppError 400 */
function headerOf({ cells, fault, line }: ReturnType<CsvRecords['write']>[number]): string[] {
  if (fault) throw refusal('header_invalid', fault.message);
  const names = cells.map((cell) => cell.normalize('NFKC').trim());
  while (names.at(-1) === '') names.pop();
  const unnamed = names.indexOf('');
  if (unnamed >= 0)
    throw refusal('header_invalid', `Column ${unnamed + 1} has no name in line ${line}, the header`);
  if (names.some((name) => name.includes('\0'))) throw refusal('header_invalid', 'The header has a NUL');
  if (names.length > MAX_COLUMNS)
    throw refusal('columns_too_many', `The file has ${names.length} columns, but may have ${MAX_COLUMNS}`);
  const seen = new Set<string>();
  for (const name of names) {
    const key = columnKey(name);
    if (seen.has(key))
      throw refusal(
        'columns_repeated',
        `Line ${line}, the header, names the column '${name.slice(0, 100)}' twice`,
      );
    seen.add(key);
  }
  return names;
}

function shapeFault(line: number, cells: readonly string[], columns: readonly string[]): RowFault | null {
  const isRagged =
    cells.length < columns.length || cells.slice(columns.length).some((cell) => cell.trim() !== '');
  if (isRagged)
    return rowFault(
      'row_columns',
      line,
      `The row in line ${line} has ${cells.length} cells, but the header has ${columns.length}`,
    );
  return cells.some((cell) => cell.includes('\0')) ? nulFault(line) : null;
}

const nulFault = (line: number) => rowFault('row_nul', line, `The row in line ${line} has a NUL`);

class JsonTable implements RowSource {
  readonly delimiter = null;
  readonly columns: string[] = [];
  readonly emptyRows = 0;
  count = 0;
  private readonly seen = new Set<string>();
  private readonly rows: JsonRows;

  constructor(format: 'json' | 'ndjson') {
    this.rows = new JsonRows(format);
  }

  write(text: string, isEnd: boolean): SourceRow[] {
    try {
      const rows = this.rows.write(text);
      if (isEnd) rows.push(...this.rows.end());
      return rows.map(({ line, members, fault }) => this.toRow(line, members, fault));
    } catch (error) {
      if (!(error instanceof BrokenArray)) throw error;
      throw refusal('rows_unreadable', `The JSON cannot be read from line ${error.line}: ${error.problem}`);
    }
  }

  private toRow(
    line: number,
    members: ReadonlyMap<string, unknown> | null,
    fault: RowFault | null,
  ): SourceRow {
    if (++this.count > MAX_ROWS) throw tooMany();
    const row = { number: this.count, line };
    if (!members) return { ...row, values: null, fault };
    for (const name of members.keys()) {
      if (this.seen.has(name)) continue;
      this.seen.add(name);
      this.columns.push(name);
    }
    if (this.columns.length > MAX_COLUMNS)
      throw refusal('columns_too_many', `The rows have more than ${MAX_COLUMNS} different members`);
    const texts = [...members].flatMap(([name, value]) => [name, value]).flat();
    if (texts.some((text) => typeof text === 'string' && text.includes('\0')))
      return { ...row, values: null, fault: nulFault(line) };
    return { ...row, values: members, fault: null };
  }
}

const refusal = (code: string, message: string) => new AppError(400, message, code);
export const tooMany = () => refusal('rows_too_many', `The file has more than ${MAX_ROWS} rows`);
