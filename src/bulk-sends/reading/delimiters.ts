import { AppError } from '../../common/errors.js';
import { MAX_ROW_BYTES } from '../domain/row-fault.js';
import { type CsvRecord, CsvRecords } from './csv-records.js';

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
 * Finds the delimiter of a file from its beginning: the one of its `sep=` line, or the only one that gives the first 20
 * records the same number of cells, more than one.
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
    const counts = this.trials.map(({ delimiter, found }) => {
      const kept = found.slice(0, LOOKED_AT).filter(({ cells }) => cells.length > 0);
      return {
        delimiter,
        counts: new Set(kept.map(({ cells }) => cells.length)),
        isSound: kept.every(({ fault }) => fault === null),
      };
    });
    // One column: nothing is delimited.
    if (counts.every((each) => each.counts.size === 0 || isOnly(each.counts, (count) => count === 1)))
      return ',';
    const even = counts.filter((each) => isOnly(each.counts, (count) => count > 1));
    const sound = even.filter(({ isSound }) => isSound);
    const [only, ...others] = sound.length > 0 ? sound : even;
    if (only === undefined || others.length > 0) throw unclear(even.map(({ delimiter }) => delimiter));
    return only.delimiter;
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

const isOnly = (counts: ReadonlySet<number>, is: (count: number) => boolean) =>
  counts.size === 1 && [...counts].every(is);

const NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'the comma',
  ';': 'the semicolon',
  '\t': 'the tab',
  '|': 'the vertical bar',
};
export const nameOf = (delimiter: Delimiter) => NAMES[delimiter];

const refusal = (code: string, message: string) => new AppError(400, message, code);

function unclear(even: readonly Delimiter[]): AppError {
  const found =
    even.length > 1
      ? `${even.map(nameOf).join(' and ')} would all divide the first rows evenly`
      : 'no delimiter divides the first rows into the same number of columns';
  return refusal(
    'delimiter_unclear',
    `It is unclear what separates the columns: ${found}. Say the delimiter`,
  );
}
