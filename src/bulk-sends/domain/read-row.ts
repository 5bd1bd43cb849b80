import { plainLine } from '../../common/plain-line.js';
import { isAcceptedEmail } from '../../common/validation/email.decorator.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { isLanguageTag, nearestLocale } from '../../platform/templates/locales.js';
import { type RolePerson, type TemplateInput } from '../../templates/domain/filled-template.js';
import { type TemplateDefinition } from '../../templates/domain/template-content.js';
import { type ColumnMeaning, type MatchedColumn, meaningsOf } from './bulk-columns.js';
import { type Spelling } from './bulk-row.js';
import { cleanedAddress, looksRounded, readCell, unguarded } from './cells.js';
import { type RowFault } from './row-fault.js';

export const MAX_REFERENCE = 200;

/** A row as a template takes it. */
export interface ReadRow {
  reference: string | null;
  input: TemplateInput;
  faults: RowFault[];
  warnings: RowFault[];
}

/** How the rows of a file are read. */
export interface RowReading {
  columns: readonly MatchedColumn[];
  meanings: ReadonlyMap<string, ColumnMeaning>;
  /** Whether cells are texts, as in CSV. */
  isText: boolean;
  spelling: Spelling;
  /** Keys of fields that nobody may change. */
  readOnly: readonly string[];
}

/** How a file was read. */
interface StoredFile extends Spelling {
  format: string;
  columns: MatchedColumn[];
}

/** Reads the cells of a row by the meanings of their columns. Nothing that is given is left out in silence. */
export function readRow(line: number, values: ReadonlyMap<string, unknown>, reading: RowReading): ReadRow {
  const row = new RowReader(line, reading.isText, reading.spelling);
  for (const { column, target } of reading.columns) {
    const cell = values.get(column);
    if (target === null || cell === undefined) continue;
    row.take(column, reading.meanings.get(target)!, cell);
  }
  return row.end(reading.readOnly);
}

/** Reads a row as it was read when it was checked. @param source - the row's cells by column */
export function readStoredRow(
  { file, defaults }: { file: StoredFile | null; defaults: { readOnly: readonly string[] } },
  template: TemplateDefinition,
  line: number,
  source: Readonly<Record<string, unknown>>,
): ReadRow {
  const { columns, format, decimalMark, dateOrder } = file!;
  return readRow(line, new Map(Object.entries(source)), {
    ...{ columns, spelling: { decimalMark, dateOrder } },
    meanings: meaningsOf(template),
    isText: format === 'csv' || format === 'tsv',
    readOnly: defaults.readOnly,
  });
}

class RowReader {
  private reference: string | null = null;
  private readonly people = new Map<string, RolePerson>();
  private readonly values: Record<string, unknown> = {};
  private readonly faults: RowFault[] = [];
  private readonly warnings: RowFault[] = [];

  constructor(
    private readonly line: number,
    private readonly isText: boolean,
    private readonly spelling: Spelling,
  ) {}

  take(column: string, meaning: ColumnMeaning, given: unknown): void {
    const cell = this.isText ? unguarded(given as string) : given;
    if (meaning.kind === 'value') return this.takeValue(column, meaning, cell);
    const text = typeof cell === 'number' ? String(cell) : (cell ?? '');
    if (typeof text !== 'string') return this.fault('value_invalid', column, 'must be a text');
    if (this.isText && looksRounded(text))
      return this.fault(
        'row_looks_rounded',
        column,
        'was rounded by a spreadsheet: format the column as text and enter it again',
      );
    if (meaning.kind === 'reference') this.takeReference(column, text);
    else this.takePerson(column, meaning, text);
  }

  end(readOnly: readonly string[]): ReadRow {
    const { reference, values, faults, warnings } = this;
    const people = new Map([...this.people].filter(([, { email }]) => email !== ''));
    const input = { roles: people, unread: [], values, readOnly };
    return { reference, input, faults, warnings };
  }

  private takeReference(column: string, text: string): void {
    const reference = plainLine(text);
    if (reference.length > MAX_REFERENCE)
      return this.fault('value_invalid', column, `must have at most ${MAX_REFERENCE} characters`);
    this.reference = reference || null;
  }

  private takePerson(
    column: string,
    { role, part }: Extract<ColumnMeaning, { kind: 'person' }>,
    text: string,
  ): void {
    if (text.trim() === '') return;
    if (part === 'email') return this.takeAddress(column, role, text);
    const line = plainLine(text);
    if (part === 'name' && line.length > MAX_NAME)
      return this.fault('value_invalid', column, `must have at most ${MAX_NAME} characters`);
    if (part === 'locale' && !isLanguageTag(line))
      return this.fault('value_invalid', column, 'must be a language tag such as de or pt-BR');
    this.people.set(role, {
      ...this.person(role),
      [part]: part === 'locale' ? nearestLocale(line) : line,
    });
  }

  private takeAddress(column: string, role: string, text: string): void {
    const { address, isCleaned } = cleanedAddress(text);
    if (!isAcceptedEmail(address)) return this.fault('value_invalid', column, 'must be an email address');
    if (isCleaned)
      this.warnings.push({
        code: 'address_cleaned',
        line: this.line,
        column,
        message: `${column} was read without what is no part of an address`,
      });
    this.people.set(role, { ...this.person(role), email: address });
  }

  private takeValue(
    column: string,
    { field }: Extract<ColumnMeaning, { kind: 'value' }>,
    cell: unknown,
  ): void {
    if (!this.isText) {
      this.values[field.key] = cell;
      return;
    }
    const reading = readCell(field, cell as string, this.spelling);
    if (reading.fault) this.fault(reading.fault.code, column, reading.fault.problem);
    else if (reading.value !== null) this.values[field.key] = reading.value;
  }

  private person(role: string): RolePerson {
    return this.people.get(role) ?? { email: '', name: null, locale: null };
  }

  private fault(code: string, column: string, problem: string): void {
    this.faults.push({ code, line: this.line, column, message: `${column} ${problem}` });
  }
}
