import { AppError } from '../../common/errors.js';
import { MAX_ROW_BYTES } from '../domain/row-fault.js';
import { type CsvRecord, CsvRecords } from './csv-records.js';
import { UnclearTable } from './unclear-table.js';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The records that decide. */
const LOOKED_AT = 20;
/** Code units after which the decision is made with what there is: 20 rows, if not one of them is too long. */
const LONGEST_LOOK = LOOKED_AT * MAX_ROW_BYTES;

/** The line with which Excel is told the delimiter, and with which some programs begin their files. */
const SEP_LINE = /^"?sep=(.)"?(\r\n|\n|\r)/i;
const LONGEST_SEP_LINE = '"sep=,"\r\n'.length;

/**
 * Finds the delimiter of a file from its beginning: the one of its `sep=` line, or the only one that divides the header,
 * and more than half of the 19 rows below it into as many cells. Rows that differ are reported later, each with its line.
 */
export class DelimiterSearch {
  private seen = '';
  /** Code units of it that the trials have read. */
  private compared = 0;
  private readonly trials = DELIMITERS.map((delimiter) => ({
    delimiter,
    records: new CsvRecords(delimiter),
    found: [] as CsvRecord[],
  }));

  constructor(private readonly given: Delimiter | null) {}

  /**
   * @returns null as long as more text is needed
   * @throws AppError 400 `delimiter_unclear`, `delimiter_contradicted`
   */
  write(text: string, isEnd: boolean): FoundDelimiter | null {
    this.seen += text;
    if (this.seen.length < LONGEST_SEP_LINE && !isEnd) return null;
    const [line = '', separator] = SEP_LINE.exec(this.seen) ?? [];
    if (separator !== undefined)
      return { delimiter: this.named(separator), text: this.seen.slice(line.length), line: 2 };
    if (this.given !== null) return { delimiter: this.given, text: this.seen, line: 1 };
    const added = this.seen.slice(this.compared);
    this.compared = this.seen.length;
    return this.compare(added, isEnd);
  }

  private named(separator: string): Delimiter {
    const known = DELIMITERS.find((each) => each === separator);
    if (known === undefined)
      throw refusal('delimiter_unclear', 'The line sep= names a delimiter other than , ; | and the tab');
    if (this.given !== null && this.given !== known)
      throw refusal(
        'delimiter_contradicted',
        `delimiter is ${nameOf(this.given)}, but the file begins with a line that names ${nameOf(known)}`,
      );
    return known;
  }

  private compare(text: string, isEnd: boolean): FoundDelimiter | null {
    for (const { records, found } of this.trials)
      if (found.length < LOOKED_AT) found.push(...records.write(text).filter(isFilled));
    const isLongEnough =
      this.seen.length > LONGEST_LOOK || this.trials.every(({ found }) => found.length >= LOOKED_AT);
    if (!isEnd && !isLongEnough) return null;
    if (isEnd) for (const { records, found } of this.trials) found.push(...records.end().filter(isFilled));
    return { delimiter: this.decide(), text: this.seen, line: 1 };
  }

  private decide(): Delimiter {
    const trials = this.trials.map(({ delimiter, found }) => ({ delimiter, records: whole(found) }));
    // One column: nothing is delimited.
    if (trials.every(({ records }) => records.every(({ cells }) => cells.length === 1))) return ',';
    // A fault can be that of the row, but also of the wrong delimiter.
    for (const isCounted of [({ fault }: CsvRecord) => fault === null, () => true]) {
      const [only, ...others] = trials.filter(({ records }) => dividesMost(records, isCounted));
      if (only !== undefined && others.length === 0) return only.delimiter;
      if (others.length > 0) break;
    }
    throw unclear(trials);
  }
}

export interface FoundDelimiter {
  delimiter: Delimiter;
  /** What has been read so far, without the `sep=` line. */
  text: string;
  /** In which that begins. */
  line: number;
}

export const isFilled = ({ cells, fault }: CsvRecord) =>
  fault !== null || cells.some((cell) => cell.trim() !== '');

/** Without records that were too large to be kept. */
const whole = (found: readonly CsvRecord[]) =>
  found.slice(0, LOOKED_AT).filter(({ cells }) => cells.length > 0);

/** Whether the first record has several cells, and more than half of the others as many. */
function dividesMost([header, ...rows]: readonly CsvRecord[], isCounted: (record: CsvRecord) => boolean) {
  if (header === undefined || header.cells.length < 2) return false;
  const alike = rows.filter((row) => isCounted(row) && row.cells.length === header.cells.length);
  return rows.length === 0 || alike.length > rows.length / 2;
}

const NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'the comma',
  ';': 'the semicolon',
  '\t': 'the tab',
  '|': 'the vertical bar',
};
export const nameOf = (delimiter: Delimiter) => NAMES[delimiter];

const refusal = (code: string, message: string) => new AppError(400, message, code);

/** Rows of a sample, and code units of its cells. */
const SAMPLE = { rows: 3, cells: 8, length: 40 };

function unclear(trials: readonly { delimiter: Delimiter; records: readonly CsvRecord[] }[]): UnclearTable {
  const possible = trials.filter(({ records }) => (records[0]?.cells.length ?? 0) > 1);
  const names = possible.map(({ delimiter }) => nameOf(delimiter));
  const found =
    names.length > 1
      ? `${names.join(' and ')} would all divide it`
      : 'no delimiter divides most of its first rows into as many columns as the header';
  return new UnclearTable(
    'delimiter',
    `It is unclear what separates the columns: ${found}. Say the delimiter`,
    null,
    trials.map(({ delimiter, records }) => ({
      value: delimiter,
      sample: records
        .slice(0, SAMPLE.rows)
        .map(({ cells }) => cells.slice(0, SAMPLE.cells).map((cell) => cell.slice(0, SAMPLE.length))),
    })),
  );
}
