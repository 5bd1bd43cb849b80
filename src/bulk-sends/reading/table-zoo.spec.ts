import {
  cellsOf,
  faultsOf,
  GERMAN,
  GERMAN_CELLS,
  type Given,
  JAPANESE,
  latin1,
  readTable,
  UTF8_MARK,
  utf16,
} from '../../../test/support/read-table.js';
import { type TableFacts } from './table-reading.js';

describe('files as programs save them', () => {
  it.each<[string, string | Buffer, Given, unknown[][], Partial<TableFacts>]>([
    [
      'Excel in German, as CSV UTF-8',
      UTF8_MARK + GERMAN,
      {},
      GERMAN_CELLS,
      { delimiter: ';', encoding: 'utf-8' },
    ],
    [
      'Excel in German, as CSV',
      latin1(GERMAN),
      { encoding: 'windows-1252' },
      GERMAN_CELLS,
      { delimiter: ';', encoding: 'windows-1252' },
    ],
    [
      'Excel in German, as Unicode text',
      utf16(GERMAN.replaceAll(';', '\t')),
      { format: 'tsv' },
      GERMAN_CELLS,
      { delimiter: '\t', encoding: 'utf-16le' },
    ],
    [
      'Excel in French, with decimal commas',
      'email;loyer\r\nzoé@example.com;1234,50\r\n',
      {},
      [['zoé@example.com', '1234,50']],
      { delimiter: ';' },
    ],
    [
      'Excel in French, on a Mac',
      Buffer.concat([Buffer.from('email;nom\rzo@example.com;Zo'), Buffer.from([0x8e]), Buffer.from('\r')]),
      { encoding: 'macintosh' },
      [['zo@example.com', 'Zoé']],
      { delimiter: ';', encoding: 'macintosh' },
    ],
    [
      'Excel in English',
      'email,name\r\nbo@example.com,"Smith, Bo"\r\n',
      {},
      [['bo@example.com', 'Smith, Bo']],
      { delimiter: ',', encoding: 'utf-8' },
    ],
    [
      'Excel in Japanese, as CSV',
      JAPANESE,
      { encoding: 'shift_jis' },
      [['ken@example.com', '山田 健']],
      { delimiter: ',', encoding: 'shift_jis' },
    ],
    [
      'a line that tells Excel the delimiter',
      'sep=|\r\nemail|name\r\na@example.com|A, B; C\r\n',
      {},
      [['a@example.com', 'A, B; C']],
      { delimiter: '|' },
    ],
    [
      'LibreOffice, every text quoted',
      '"email","name","rent"\n"a@example.com","A ""B"" C",12\n',
      {},
      [['a@example.com', 'A "B" C', '12']],
      { delimiter: ',' },
    ],
    [
      'Numbers, with semicolons and line feeds',
      'email;name\nå@example.com;Åsa\n',
      {},
      [['å@example.com', 'Åsa']],
      { delimiter: ';' },
    ],
    [
      'Google Sheets, without a line end at the end',
      'email,note\r\na@example.com,"two\nlines"',
      {},
      [['a@example.com', 'two\nlines']],
      { delimiter: ',' },
    ],
    [
      'CR only',
      'email,name\ra@example.com,A\rb@example.com,B',
      {},
      [
        ['a@example.com', 'A'],
        ['b@example.com', 'B'],
      ],
      {},
    ],
    [
      'UTF-16 with the other byte order',
      utf16(GERMAN).swap16(),
      {},
      GERMAN_CELLS,
      { encoding: 'utf-16be', delimiter: ';' },
    ],
    ['one column', 'email\na@example.com\nb@example.com\n', {}, [['a@example.com'], ['b@example.com']], {}],
    [
      'empty rows and columns that Excel keeps',
      'email;name;;\r\na@example.com;A;;\r\n;;;\r\n\r\nb@example.com;B;;\r\n',
      {},
      [
        ['a@example.com', 'A'],
        ['b@example.com', 'B'],
      ],
      { columns: ['email', 'name'], emptyRows: 2 },
    ],
    [
      'NDJSON',
      '{"email":"a@example.com","rent":12.5}\n\n{"email":"b@example.com","ticked":true,"list":["x"]}\r\n',
      { format: 'ndjson' },
      [
        ['a@example.com', 12.5],
        ['b@example.com', true, ['x']],
      ],
      { columns: ['email', 'rent', 'ticked', 'list'], delimiter: null },
    ],
    [
      'a JSON array',
      '[\n {"email": "a@example.com", "name": "A \\"}\\" ]"},\n {"email": null}\n]\n',
      { format: 'json' },
      [['a@example.com', 'A "}" ]'], [null]],
      { columns: ['email', 'name'] },
    ],
  ])('reads %s, however it arrives', (_, file, given, cells, facts) => {
    for (const piece of [1, 2, 3, 64 * 1024]) {
      const reading = readTable(file, given, piece);
      expect(faultsOf(reading)).toEqual([]);
      expect(cellsOf(reading)).toEqual(cells);
      expect(reading.facts).toMatchObject(facts);
    }
  });
});
