import { plainLines } from '../../common/plain-line.js';
import { type ImportedRules } from '../form-import.js';
import { dayWritten, isDayPattern, numberedPattern } from './date-patterns.js';
import { type ImportReport, NotImported } from './import-report.js';
import { entryOf, keptLine, type Mapped } from './map-choices.js';
import { type PlacedWidget } from './map-places.js';
import { callIn, type ScriptCall } from './script-calls.js';
import { hasFlag, type SourceField } from './source-field.js';

/** Characters of a line and of a longer text: at most, and unless the field says otherwise. */
const LINE = { most: 1_000, usual: 200 };
const LONG_TEXT = { most: 10_000, usual: 2_000 };
const MOST_CELLS = 100;
const MOST_DECIMALS = 20;
const LONGEST_UNIT = 20;
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,30})?$/;

/** What a text turned out to be by its scripts. */
export type TextFormat =
  | { kind: 'text' }
  | { kind: 'date'; pattern: string }
  | { kind: 'number'; rules: ImportedRules; isPercent: boolean };

export type MappedText = Mapped & { datePattern?: string };

/** Functions of readers that check what is typed, each of which goes with one that formats. */
const TYPED = /^AF(?:Number|Percent|Date|Time|Special)_Keystroke(?:Ex)?$/;

/** Recognizes the formats of Acrobat's own functions in the texts of scripts. */
export function formatOf(field: SourceField, report: ImportReport): TextFormat {
  const { format, keystroke, validate } = field.scripts;
  const calls = [format, keystroke].map((script) => (script === undefined ? null : callIn(script)));
  const found = calls.map((call) => (call ? knownFormat(call) : null)).find((each) => each !== null);
  warnOfLost(field, calls, report);
  const range = found?.kind === 'number' && validate !== undefined ? rangeIn(callIn(validate)) : null;
  if (validate !== undefined && range === null) report.warn('script_not_recognized', field, 'validate');
  return found?.kind === 'number'
    ? { ...found, rules: { ...found.rules, ...range } }
    : (found ?? { kind: 'text' });
}

function warnOfLost(
  field: SourceField,
  [format, keystroke]: readonly (ScriptCall | null | undefined)[],
  report: ImportReport,
): void {
  const isOfReader = (call: ScriptCall | null | undefined) => call?.name.startsWith('AF') === true;
  // What is typed is checked by the function that goes with the one that formats.
  const isPaired = keystroke && TYPED.test(keystroke.name) && isOfReader(format);
  for (const [event, call] of [['format', format] as const, ['keystroke', keystroke] as const]) {
    if (field.scripts[event] === undefined || (call && knownFormat(call))) continue;
    if (event === 'keystroke' && isPaired) continue;
    if (isOfReader(call)) report.warn('format_not_kept', field, call!.name);
    else report.warn('script_not_recognized', field, event);
  }
}

function knownFormat({ name, values: [first, , , , currency] }: ScriptCall): TextFormat | null {
  if (/^AFDate_(?:Format|Keystroke)$/.test(name) && Number.isInteger(first)) {
    const pattern = numberedPattern(first as number);
    return pattern !== null && isDayPattern(pattern) ? { kind: 'date', pattern } : null;
  }
  if (/^AFDate_(?:Format|Keystroke)Ex$/.test(name) && typeof first === 'string')
    return isDayPattern(first) ? { kind: 'date', pattern: first } : null;
  const isPercent = /^AFPercent_(?:Format|Keystroke)$/.test(name);
  if ((!isPercent && !/^AFNumber_(?:Format|Keystroke)$/.test(name)) || !isCount(first)) return null;
  const unit = isPercent ? '%' : typeof currency === 'string' ? keptLine(currency) : '';
  const isUnit = unit !== '' && unit.length <= LONGEST_UNIT;
  return { kind: 'number', rules: { decimals: first, ...(isUnit && { unit }) }, isPercent };
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_DECIMALS;

/** `AFRange_Validate(isAtLeast, least, isAtMost, most)`. */
function rangeIn(call: ScriptCall | null): ImportedRules | null {
  if (call?.name !== 'AFRange_Validate') return null;
  const [isAtLeast, least, isAtMost, most] = call.values;
  const min = isAtLeast === true ? Number(least) : -Infinity;
  const max = isAtMost === true ? Number(most) : Infinity;
  const areDecimals = [min, max].every((limit) => !Number.isFinite(limit) || DECIMAL.test(String(limit)));
  if (!(min <= max) || !areDecimals) return null;
  return { ...(isAtLeast === true && { min: String(min) }), ...(isAtMost === true && { max: String(max) }) };
}

/** @throws NotImported for a text that is a secret, a file or a barcode */
export function mapText(
  field: SourceField,
  placed: readonly PlacedWidget[],
  format: TextFormat,
  report: ImportReport,
): MappedText {
  if (hasFlag(field, 'password')) throw new NotImported('password');
  if (hasFlag(field, 'fileSelect')) throw new NotImported('file_select');
  if (field.isBarcode) throw new NotImported('barcode');
  if (hasFlag(field, 'richText')) report.warn('rich_text_as_plain', field);
  const shared = { ...entryOf(field), places: placed.map(({ place }) => place) };
  const given = plainLines(field.value[0] ?? '').normalize('NFC');
  if (format.kind !== 'text' && cellsOf(field) !== null) report.warn('cells_not_kept', field);
  if (format.kind === 'date') {
    const value = given === '' ? null : dayWritten(given, format.pattern);
    if (given !== '' && value === null) report.warn('value_not_a_date', field, given);
    const { pattern: datePattern } = format;
    return { kind: 'chosen_date', ...shared, validation: {}, datePattern, ...(value !== null && { value }) };
  }
  if (format.kind === 'number')
    return { kind: 'number', ...shared, ...numberOf(field, format, given, report) };
  return { kind: 'text', ...shared, ...textOf(field, given, report) };
}

function numberOf(
  field: SourceField,
  { rules, isPercent }: TextFormat & { kind: 'number' },
  given: string,
  report: ImportReport,
): Pick<Mapped, 'validation' | 'value'> {
  if (isPercent) report.warn('percent_in_hundredths', field);
  const inHundredths = (text: string) => (isPercent ? movedByTwo(text) : text);
  const validation = {
    ...rules,
    ...(rules.min !== undefined && { min: inHundredths(rules.min) }),
    ...(rules.max !== undefined && { max: inHundredths(rules.max) }),
  };
  if (given === '') return { validation };
  const value = DECIMAL.test(given) ? canonical(inHundredths(given)) : null;
  const isFine = value !== null && (value.split('.')[1]?.length ?? 0) <= (rules.decimals ?? MOST_DECIMALS);
  if (!isFine) report.warn('value_not_a_number', field, given);
  return { validation, ...(isFine && { value }) };
}

/** A decimal times 100, exactly. */
function movedByTwo(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = fraction.padEnd(2, '0');
  return canonical(`${whole}${digits.slice(0, 2)}.${digits.slice(2)}`);
}

/** Without superfluous zeros. */
function canonical(text: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text)!;
  const digits = fraction === '' ? whole! : `${whole}.${fraction}`;
  return digits === '0' ? '0' : `${sign}${digits}`;
}

function textOf(
  field: SourceField,
  given: string,
  report: ImportReport,
): Pick<Mapped, 'validation' | 'value'> {
  const lines = hasFlag(field, 'multiline') ? 'many' : 1;
  const { most, usual } = lines === 1 ? LINE : LONG_TEXT;
  const text = lines === 1 ? keptLine(given) : given;
  const length = [...text].length;
  const cells = lines === 1 ? cellsOf(field) : null;
  const isComb = cells !== null && cells <= MOST_CELLS;
  if (cells !== null && !isComb) report.warn('cells_not_kept', field);
  const maxLength = isComb ? cells : Math.min(field.maxLength ?? Math.max(usual, length), most);
  const validation: ImportedRules = { lines, ...(isComb ? { cells } : { maxLength }) };
  if (length > maxLength) report.warn('value_too_long', field, text);
  return { validation, ...(text !== '' && length <= maxLength && { value: text }) };
}

/** The number of cells of a comb, one character each (ISO 32000-2 §12.7.5.3); null for another text. */
const cellsOf = (field: SourceField): number | null =>
  hasFlag(field, 'comb') && !hasFlag(field, 'multiline') ? field.maxLength : null;
