import { type FormField } from '../../forms/form-definition.js';
import { readEntry, readValue } from '../../forms/read-value.js';
import { type DateOrder, type Spelling } from './bulk-row.js';

/** What a cell means, or what is wrong with it in words that do not repeat it. */
export type CellReading = { value: unknown; fault: null } | { fault: { code: string; problem: string } };

/** Between several options of a cell. */
export const OPTION_SEPARATOR = '|';

/** How spreadsheets write that a box is ticked, in their languages. */
const TICKED = ['true', '1', 'yes', 'x', 'wahr', 'ja', 'vrai', 'oui', 'verdadero', 'sí', 'vero', 'sì'];
const TICKED_TOO = ['waar', 'prawda', 'tak', 'verdadeiro', 'sim'];
const NOT_TICKED = ['false', '0', 'no', 'falsch', 'nein', 'faux', 'non', 'falso', 'onwaar', 'nee'];
const NOT_TICKED_TOO = ['fałsz', 'nie', 'não'];
const YES: ReadonlySet<string> = new Set([...TICKED, ...TICKED_TOO]);
const NO: ReadonlySet<string> = new Set([...NOT_TICKED, ...NOT_TICKED_TOO]);

/** A guarded cell: an apostrophe before what a spreadsheet could take for a formula. */
const GUARDED = /^'[=+\-@\t\r\n＝＋－＠]/;
/** How Excel shows a number with more digits than its column is wide: 1.23E+11. */
const ROUNDED = /^[-+]?\d([.,]\d+)?E\+\d{2,3}$/i;
/** How Excel stores a day: as days since 1900. */
const SERIAL_DAY = /^[1-9]\d{4}$/;
/** What is removed around and inside of an address: it is never part of one, and often copied with it. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

const wrong = (code: string, problem: string): CellReading => ({ fault: { code, problem } });
const means = (value: unknown): CellReading => ({ value, fault: null });

/** Takes one apostrophe away from a cell that was guarded when it was written. */
export const unguarded = (cell: string) => (GUARDED.test(cell) ? cell.slice(1) : cell);

/** Whether a program has rounded what it shows, so that its digits are lost. */
export const looksRounded = (cell: string) => ROUNDED.test(cell.trim());

/** An address without what is often copied with it. */
export function cleanedAddress(cell: string): { address: string; isCleaned: boolean } {
  const trimmed = cell.trim();
  const address = trimmed
    .replace(INVISIBLE, '')
    .replaceAll('\u00a0', ' ')
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^<(.*)>$/s, '$1')
    .replace(/\.+$/, '')
    .trim();
  return { address, isCleaned: address !== trimmed };
}

/** Reads a cell of CSV as the value of a field, as `send` takes it. An empty one is none. */
export function readCell(field: FormField, cell: string, spelling: Spelling): CellReading {
  if (cell.trim() === '') return means(null);
  if (looksRounded(cell))
    return wrong(
      'row_looks_rounded',
      'was rounded by a spreadsheet: format the column as text and enter it again',
    );
  if (field.kind === 'number') return readNumberCell(field, cell, spelling);
  if (field.kind === 'chosen_date') return readDay(field, cell.trim(), spelling.dateOrder);
  if (field.kind === 'checkbox') return readTick(cell);
  if (field.kind === 'checkboxes') return means(cell.split(OPTION_SEPARATOR).map((each) => each.trim()));
  return means(cell);
}

/** A single separator before three digits: of thousands or of the fraction. */
const EITHER = /^(\D*\d{1,3})([.,])(\d{3})$/;

function readNumberCell(field: FormField, cell: string, { decimalMark }: Spelling): CellReading {
  const text = cell.trim();
  const [, whole = '', separator, rest = ''] = EITHER.exec(text) ?? [];
  if (separator !== undefined && decimalMark === null)
    return wrong('value_ambiguous', 'may mean two numbers: say the decimalMark of the file');
  const plain = separator === undefined ? text : whole + (separator === decimalMark ? '.' : '') + rest;
  const { value, fault } = readEntry(field, plain, 'en');
  return fault === null ? means(value) : wrong('value_invalid', fault.problem);
}

const ORDERS: Readonly<Record<DateOrder, RegExp>> = {
  ymd: /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  dmy: /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/,
  mdy: /^(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4})$/,
};

function readDay(field: FormField, cell: string, order: DateOrder): CellReading {
  const isDay = (day: string) => readValue(field, day).fault === null;
  if (isDay(cell)) return means(cell);
  if (SERIAL_DAY.test(cell))
    return wrong('value_invalid', 'is a day as a spreadsheet counts it: format the column as YYYY-MM-DD');
  const { year, month, day } = ORDERS[order].exec(cell)?.groups ?? {};
  const written = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  if (isDay(written)) return means(written);
  return wrong(
    'value_invalid',
    `must be a day as YYYY-MM-DD${order === 'ymd' ? '' : `, or in the order ${order}`}`,
  );
}

function readTick(cell: string): CellReading {
  const word = cell.trim().toLowerCase();
  if (YES.has(word)) return means(true);
  if (NO.has(word)) return means(false);
  return wrong('value_invalid', 'must be true or false');
}
