import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cellsOf, faultsOf, type Given, readTable, refusalOf } from '../../../test/support/read-table.js';
import { type FormField } from '../../forms/form-definition.js';
import { PROJECT_ROOT } from '../../platform/config/paths.js';
import { type Spelling } from '../domain/bulk-row.js';
import { readCell } from '../domain/cells.js';
import { type TableFacts } from './table-reading.js';

const FOLDER = join(PROJECT_ROOT, 'test/fixtures/libreoffice-tables');
const COLUMNS = ['reference', 'tenant.email', 'tenant.name', 'rent', 'from', 'note'];
const NOTES = ['line 1\nline 2', '=1+1'];

/** How each country writes a name, the numbers 1234.50 and 900, and the days 2027-02-01 and 2027-12-31. */
const CELLS = {
  de: ['Änne "die Kluge" Müller; geb. Weiß', '1.234,50', '900,00', '01.02.2027', '31.12.2027'],
  fr: ['Zoé Lefèvre, née d’Œuvre', '1\u00a0234,50', '900,00', '01/02/2027', '31/12/2027'],
  en: ['Bo Smith, Jr.', '1,234.50', '900.00', '2/1/2027', '12/31/2027'],
  ja: ['山田 健', '1,234.50', '900.00', '2027/02/01', '2027/12/31'],
} as const;
const SPELLINGS: Record<keyof typeof CELLS, Spelling> = {
  de: { decimalMark: ',', dateOrder: 'dmy' },
  fr: { decimalMark: ',', dateOrder: 'dmy' },
  en: { decimalMark: '.', dateOrder: 'mdy' },
  ja: { decimalMark: '.', dateOrder: 'ymd' },
};

/** What a sender has to say of each file, and how it is read then. */
const FILES: Readonly<Record<string, [given: Given, facts: Partial<TableFacts>]>> = {
  'de-semicolon-utf-8': [{}, { delimiter: ';', encoding: 'utf-8' }],
  'de-semicolon-utf-16': [{}, { delimiter: ';', encoding: 'utf-16le' }],
  'de-semicolon-windows-1252': [{ encoding: 'windows-1252' }, { delimiter: ';' }],
  'de-semicolon-macintosh': [{ encoding: 'macintosh' }, { delimiter: ';' }],
  'de-tab-utf-8': [{}, { delimiter: '\t' }],
  'de-every-text-quoted': [{}, { delimiter: ',' }],
  'de-cells-as-stored': [{}, { delimiter: ';' }],
  'fr-semicolon-utf-8': [{}, { delimiter: ';' }],
  'fr-semicolon-windows-1252': [{ encoding: 'windows-1252' }, { delimiter: ';' }],
  'en-comma-utf-8': [{}, { delimiter: ',' }],
  'en-bar-utf-8': [{}, { delimiter: '|' }],
  'ja-comma-shift-jis': [{ encoding: 'shift_jis' }, { delimiter: ',' }],
  'ja-comma-utf-8': [{}, { delimiter: ',' }],
};

const bytesOf = (name: string) => readFileSync(join(FOLDER, `${name}.csv`));
const countryOf = (name: string) => name.slice(0, 2) as keyof typeof CELLS;
const field = (kind: string) =>
  ({ key: 'f', role: 'r', label: '', help: '', required: false, kind, validation: {} }) as never as FormField;

describe('files that LibreOffice has saved', () => {
  it('are all read here', () => {
    const saved = readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
    expect(saved.sort()).toEqual(
      Object.keys(FILES)
        .map((name) => `${name}.csv`)
        .sort(),
    );
  });

  it.each(Object.entries(FILES))('%s is read, however it arrives', (name, [given, facts]) => {
    const [person, rent, otherRent, day, otherDay] = CELLS[countryOf(name)];
    for (const piece of [1, 3, 64 * 1024]) {
      const reading = readTable(bytesOf(name), given, piece);
      expect(faultsOf(reading)).toEqual([]);
      expect(reading.facts).toMatchObject({ ...facts, columns: COLUMNS });
      expect(cellsOf(reading)).toEqual([
        ['A-1', 'one@example.com', person, rent, day, NOTES[0]],
        ['0042', 'two@example.com', '', otherRent, otherDay, NOTES[1]],
      ]);
    }
  });

  it.each(Object.keys(FILES))('%s has the numbers and days that were entered', (name) => {
    const spelling = SPELLINGS[countryOf(name)];
    const cells = cellsOf(readTable(bytesOf(name), FILES[name]![0])) as string[][];
    const [rents, days] = [3, 4].map((at) => cells.map((row) => row[at]!));
    const read = (kind: string, all: readonly string[]) =>
      all.map((cell) => readCell(field(kind), cell, spelling)).map((each) => each.fault ?? each.value);
    expect(read('number', rents!).map(Number)).toEqual([1234.5, 900]);
    expect(read('chosen_date', days!)).toEqual(['2027-02-01', '2027-12-31']);
  });

  it.each(Object.keys(FILES).filter((name) => /1252|macintosh|jis/.test(name)))(
    '%s does not say its encoding, which is asked with the right reading among the answers',
    (name) => {
      const { code, details } = refusalOf(bytesOf(name));
      expect(code).toBe('encoding_unclear');
      const [person] = CELLS[countryOf(name)];
      const part = person.slice(0, 4);
      expect(details!.some(({ message }) => message.includes(part))).toBe(true);
    },
  );
});
