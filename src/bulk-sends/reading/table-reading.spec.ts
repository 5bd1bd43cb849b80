import { Random } from '../../../scripts/mrz/random.js';
import {
  cellsOf,
  faultsOf,
  GERMAN,
  type Given,
  JAPANESE,
  latin1,
  readTable,
  refusalOf,
  UTF8_MARK,
} from '../../../test/support/read-table.js';
import { UnclearTable } from './unclear-table.js';

describe('an encoding', () => {
  it('is asked for with readings of the first line that is not UTF-8', () => {
    const error = refusalOf(latin1(GERMAN));
    expect(error).toMatchObject({ code: 'encoding_unclear' });
    expect(error.message).toContain('Line 2');
    expect(error.details).toContainEqual({
      field: 'encoding',
      message: 'windows-1252 reads line 2 as: anne@example.com;Änne M',
    });
  });

  it('offers Shift_JIS for a Japanese file', () => {
    const { details } = refusalOf(JAPANESE);
    expect(details).toContainEqual({
      field: 'encoding',
      message: 'shift_jis reads line 2 as: ken@example.com,山田 健',
    });
  });

  it('is asked for if UTF-16 has no mark', () => {
    expect(refusalOf(Buffer.from(GERMAN, 'utf16le'))).toMatchObject({ code: 'encoding_unclear' });
  });

  it('is refused if the mark contradicts it', () => {
    expect(refusalOf(UTF8_MARK + GERMAN, { encoding: 'windows-1252' }).code).toBe('encoding_contradicted');
  });

  it.each([
    ['shift_jis', Buffer.from([0x61, 0x3b, 0x62, 0x0a, 0x0a, 0xff, 0x3b, 0x63])],
    ['windows-1252', Buffer.from([0x61, 0x3b, 0x62, 0x0a, 0x0a, 0x81, 0x3b, 0x63])],
    ['utf-8', Buffer.from([0x61, 0x3b, 0x62, 0x0a, 0x0a, 0xc3, 0x3b, 0x63])],
    ['utf-16le', Buffer.concat([Buffer.from('a;b\n\n', 'utf16le'), Buffer.from([0, 0xdc, 0x61, 0])])],
  ] as const)('is refused with the line if %s cannot have the bytes', (encoding, bytes) => {
    const error = refusalOf(bytes, { encoding });
    expect(error.code).toBe('encoding_wrong');
    expect(error.message).toContain('Line 3');
  });

  it('is refused if the last character is cut off', () => {
    expect(refusalOf(Buffer.from('a;b\nc;é').subarray(0, -1)).code).toBe('encoding_unclear');
  });
});

describe('a delimiter', () => {
  it.each([
    ['none divides evenly', 'a,b\n1,2,3\n4;5\n'],
    ['two divide evenly', 'a,b;c\n1,2;3\n'],
    ['the line sep= names another character', 'sep=^\na^b\n1^2\n'],
    ['another divides every row where one row is ragged', 'Name;Amount, EUR\nA;1,50\nB;2,50;x\nC;3,50\n'],
    ['as many rows are ragged as are not', 'a;b\n1;2\n3\n'],
  ])('is asked for if %s', (_, file) => {
    expect(refusalOf(file).code).toBe('delimiter_unclear');
  });

  it('is the one that clearly wins, so a ragged row among the first is a fault of its own', () => {
    const reading = readTable('a;b\n1;2\n3\n4;"5"x\n6;7\n8;9\n');
    expect(reading.facts.delimiter).toBe(';');
    expect(faultsOf(reading).map(({ code, line }) => [code, line])).toEqual([
      ['row_columns', 3],
      ['row_quote', 4],
    ]);
  });

  it('shows how the first rows would read each way if it is unclear', () => {
    const error = refusalOf('a,b;c\n1,2;3\n') as UnclearTable;
    expect(error).toBeInstanceOf(UnclearTable);
    expect(error.readings.slice(0, 2)).toEqual([
      {
        value: ',',
        sample: [
          ['a', 'b;c'],
          ['1', '2;3'],
        ],
      },
      {
        value: ';',
        sample: [
          ['a,b', 'c'],
          ['1,2', '3'],
        ],
      },
    ]);
  });

  it('is taken from whoever gives it', () => {
    const reading = readTable('a,b;c\n1,2;3\n', { delimiter: ';' });
    expect(reading.facts.columns).toEqual(['a,b', 'c']);
  });

  it('is refused if the line sep= contradicts it', () => {
    expect(refusalOf('sep=;\na;b\n1;2\n', { delimiter: ',' }).code).toBe('delimiter_contradicted');
  });

  it('is not looked for inside quotes', () => {
    const reading = readTable('"a;1";b\n"1,2";"3,4"\n"5,6";"7,8"\n');
    expect(reading.facts.delimiter).toBe(';');
  });

  it('is decided by 20 records, so a ragged one further down is a fault of its own', () => {
    const file = `a,b\n${'1,2\n'.repeat(25)}3\n`;
    expect(faultsOf(readTable(file))).toEqual([
      {
        code: 'row_columns',
        line: 27,
        message: 'The row in line 27 has 1 cells, but the header has 2',
      },
    ]);
  });
});

describe('a row', () => {
  const given: Given = { delimiter: ',' };

  it.each([
    ['a,b\n1\n2,3\n', [['row_columns', 2]]],
    ['a,b\n1,2,3\n2,3\n', [['row_columns', 2]]],
    ['a,b\n1,x"y\n2,3\n', [['row_quote', 2]]],
    ['a,b\n1,"x"y\n2,3\n', [['row_quote', 2]]],
    ['a,b\n1,\0\n2,3\n', [['row_nul', 2]]],
    [`a,b\n1,${'x'.repeat(70_000)}\n2,3\n`, [['row_too_large', 2]]],
    [`a,b\n1,${'é'.repeat(40_000)}\n2,3\n`, [['row_too_large', 2]]],
  ])('with a fault is reported and the next is read (%#)', (file, expected) => {
    const reading = readTable(file, given, 1_000);
    expect(faultsOf(reading).map(({ code, line }) => [code, line])).toEqual(expected);
    expect(cellsOf(reading).at(-1)).toEqual(['2', '3']);
  });

  it('names the line where a quotation mark was opened that is never closed', () => {
    const [fault] = faultsOf(readTable('a,b\n1,2\n3,"four\nfive,6\n7,8\n', given));
    expect(fault).toEqual({
      code: 'row_quote',
      line: 3,
      message: 'The quotation mark opened in line 3 is never closed',
    });
  });

  it('names both lines if the quotation mark is closed by that of another cell', () => {
    const [fault] = faultsOf(readTable('a,b\n1,"2\n3,"four"\n5,6\n', given));
    expect(fault).toMatchObject({ code: 'row_quote', line: 2 });
    expect(fault!.message).toContain('opened in line 2 is closed in line 3');
  });

  it('may have a column of a million characters, which is not kept', () => {
    const reading = readTable(`a,b\n1,"${'x"",\n'.repeat(200_000)}"\n2,3\n`, given, 64 * 1024);
    expect(faultsOf(reading)).toMatchObject([{ code: 'row_too_large', line: 2 }]);
    expect(reading.rows.at(-1)).toMatchObject({ number: 2, line: 200_003 });
  });

  it('is counted by lines of the file', () => {
    const { rows } = readTable('sep=,\r\na,b\r\n"1\r\n1",2\r\n\r\n3,4\r\n');
    expect(rows.map(({ number, line }) => [number, line])).toEqual([
      [1, 3],
      [2, 6],
    ]);
  });
});

describe('a row of JSON', () => {
  it.each([
    ['{"a":1', 'is not valid JSON'],
    ['[1]', 'is no JSON object'],
    ['{"a":1,"\\u0061":2}', 'names a member twice'],
    ['{"a":{"b":1}}', 'has an object as a value'],
    ['{"a":1e400}', 'has a number that is too large'],
    ['{"a":"\\ud800"}', 'half of a character'],
    ['{"a":["b","\\udfff"]}', 'half of a character'],
    ['{"a\\ud800":1}', 'half of a character'],
    ['{"a":"\\u0000"}', 'has a NUL'],
    [`{"a":"${'x'.repeat(70_000)}"}`, 'is longer than 64 KiB'],
  ])('%s is a fault of its own', (line, problem) => {
    const reading = readTable(`{"a":0}\n${line}\n{"a":3}`, { format: 'ndjson' }, 1_000);
    expect(faultsOf(reading)).toHaveLength(1);
    expect(faultsOf(reading)[0]).toMatchObject({ line: 2 });
    expect(faultsOf(reading)[0]!.message).toContain(problem);
    expect(cellsOf(reading)).toEqual([[0], [], [3]]);
  });

  it.each([
    ['{"a":1}', 'line 1: it is no array'],
    ['[\n{"a":1}', 'line 2: the array does not end'],
    ['[{"a":1}\n{"a":2}]', 'line 2: a comma is missing between two elements'],
    ['[{"a":1},\n1]', 'line 2: an element is no object'],
    ['[{"a":1},\n]', 'line 2: an element is no object'],
    ['[{"a":1}]\nx', 'line 2: something follows the array'],
  ])('refuses the array %s', (file, problem) => {
    expect(refusalOf(file, { format: 'json' })).toMatchObject({
      code: 'rows_unreadable',
      message: `The JSON cannot be read from ${problem}`,
    });
  });
});

describe('a file', () => {
  it.each([
    ['rows_missing', ''],
    ['rows_missing', 'a,b\n'],
    ['columns_repeated', 'a,A \n1,2\n'],
    ['columns_repeated', 'Last name,last\u00a0name\n1,2\n'],
    ['header_invalid', 'a,,b\n1,2,3\n'],
    ['header_invalid', '"a,b\n1,2\n'],
    ['rows_too_many', `a,b\n${'1,2\n'.repeat(10_001)}`],
    [
      'columns_too_many',
      `${Array.from({ length: 2_001 }, (_, at) => `c${at}`).join(',')}\n${'1,'.repeat(2_000)}1\n`,
    ],
  ])('is refused as %s (%#)', (code, file) => {
    expect(refusalOf(file, { delimiter: ',' }).code).toBe(code);
  });
});

describe('what RFC 4180 describes', () => {
  const PIECES = ['a', 'é', '"', ',', ';', '\r\n', '\n', '\r', ' ', '\t', '|', '😀', '=', "'"];
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

  it('is read as it was written, whatever the cells contain', () => {
    const random = new Random(4180);
    for (let round = 0; round < 500; round++) {
      const delimiter = random.pick([',', ';', '\t', '|'] as const);
      const end = random.pick(['\r\n', '\n', '\r']);
      const columns = 1 + random.below(5);
      const table = Array.from({ length: 1 + random.below(30) }, () =>
        Array.from({ length: columns }, () =>
          Array.from({ length: random.below(6) }, () => random.pick(PIECES)).join(''),
        ),
      ).filter((cells) => cells.some((cell) => cell.trim() !== ''));
      if (table.length === 0) continue;
      const written = table.map((cells) =>
        cells
          .map((cell) => (/[",;|\t\r\n]/.test(cell) || random.chance(0.3) ? quoted(cell) : cell))
          .join(delimiter),
      );
      const header = Array.from({ length: columns }, (_, at) => `c${at}`).join(delimiter);
      const file = [header, ...written].join(end) + (random.chance(0.5) ? end : '');
      const reading = readTable(file, { delimiter }, 1 + random.below(12));
      expect(cellsOf(reading)).toEqual(table);
    }
  });
});
