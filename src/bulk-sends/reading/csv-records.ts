import { MAX_ROW_BYTES, type RowFault, rowFault, rowTooLarge } from '../domain/row-fault.js';

/** A record of RFC 4180. */
export interface CsvRecord {
  /** In which it begins, from 1. */
  line: number;
  /** Empty if the record was too large to be kept. */
  cells: string[];
  fault: RowFault | null;
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** At the beginning of a cell; inside one without quotes, or with them; after the quotes of one. */
type Place = 'start' | 'plain' | 'quoted' | 'closed';

/**
 * Splits text into records, as RFC 4180 §2 has it and nothing more: quotes are those around a whole cell, or doubled inside
 * such a one. Lines end in CRLF, LF or CR. A record with a fault is reported and the reading goes on with the next.
 */
export class CsvRecords {
  private place: Place = 'start';
  private cell = '';
  private cells: string[] = [];
  private size = 0;
  private isTooLarge = false;
  private fault: RowFault | null = null;
  private begun: number;
  private openedIn = 0;
  private endedInReturn = false;
  private readonly delimiter: number;

  /** @param line - of the first character */
  constructor(
    delimiter: string,
    private line = 1,
  ) {
    this.delimiter = delimiter.charCodeAt(0);
    this.begun = line;
  }

  write(text: string): CsvRecord[] {
    const records: CsvRecord[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const isContinued = code === LF && this.endedInReturn;
      this.endedInReturn = code === CR;
      if (this.place === 'quoted') {
        if ((code === LF && !isContinued) || code === CR) this.line++;
        if (code !== QUOTE) continue;
        this.keep(text.slice(from, at));
        from = at + 1;
        this.place = 'closed';
      } else if (isContinued) {
        from = at + 1;
      } else if (code === this.delimiter) {
        this.endCell(text.slice(from, at));
        from = at + 1;
      } else if (code === LF || code === CR) {
        this.endCell(text.slice(from, at));
        from = at + 1;
        this.line++;
        records.push(this.endRecord());
      } else if (code === QUOTE) {
        from = this.meetQuote(text, from, at);
      } else if (this.place === 'closed') {
        this.fault ??= afterQuote(this.begun, this.openedIn, this.line);
        this.place = 'plain';
      } else if (this.place === 'start') {
        this.place = 'plain';
      }
    }
    this.keep(text.slice(from));
    return records;
  }

  /** The last record, unless the text ended with a line's end. */
  end(): CsvRecord[] {
    if (this.place === 'quoted') this.fault = neverClosed(this.begun, this.openedIn);
    const isEmpty = this.place === 'start' && this.cells.length === 0 && !this.isTooLarge;
    if (isEmpty) return [];
    this.endCell('');
    return [this.endRecord()];
  }

  /** @returns where the text that is not kept yet begins */
  private meetQuote(text: string, from: number, at: number): number {
    if (this.place === 'start') {
      this.place = 'quoted';
      this.openedIn = this.line;
      return at + 1;
    }
    if (this.place === 'closed') {
      // A doubled quote: the first closed the cell, and the second opens it again as a part of it.
      this.place = 'quoted';
      return at;
    }
    this.fault ??= insideCell(this.begun, this.line);
    return from;
  }

  private keep(text: string): void {
    this.size += text.length;
    if (this.size > MAX_ROW_BYTES) this.isTooLarge = true;
    if (this.isTooLarge) {
      this.cell = '';
      this.cells = [];
    } else this.cell += text;
  }

  private endCell(rest: string): void {
    this.keep(rest);
    this.size++;
    if (!this.isTooLarge) this.cells.push(this.cell);
    this.cell = '';
    this.place = 'start';
  }

  private endRecord(): CsvRecord {
    const { begun: line, cells } = this;
    const isTooLarge =
      this.isTooLarge || cells.reduce((bytes, cell) => bytes + Buffer.byteLength(cell), 0) > MAX_ROW_BYTES;
    const fault = this.fault ?? (isTooLarge ? rowTooLarge(line) : null);
    this.cells = [];
    this.size = 0;
    this.isTooLarge = false;
    this.fault = null;
    this.begun = this.line;
    return { line, cells: isTooLarge ? [] : cells, fault };
  }
}

const insideCell = (begun: number, line: number) =>
  rowFault(
    'row_quote',
    begun,
    `Line ${line} has a quotation mark inside a cell that does not begin with one: put the cell in quotation marks and double those inside`,
  );

const afterQuote = (begun: number, openedIn: number, line: number) =>
  rowFault(
    'row_quote',
    begun,
    `The quotation mark opened in line ${openedIn} is closed in line ${line} before the cell ends: double the quotation marks inside it`,
  );

const neverClosed = (begun: number, openedIn: number) =>
  rowFault('row_quote', begun, `The quotation mark opened in line ${openedIn} is never closed`);
