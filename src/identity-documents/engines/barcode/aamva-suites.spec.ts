import { parseAamva } from './aamva.js';

/**
 * Texts of three public test suites that differ in their structure: the states of a reader for phones, the editions of
 * a parser in Go, and those of a library in Python. Retyped with the elements that count, in their order; the directory
 * is computed, and names, numbers and days are invented.
 */
type Row = readonly [issuer: string, header: string, entries: string, name: string, elements: string];

const READER: readonly Row[] = [
  [
    'Florida, 1',
    'ANSI 6360100102',
    'DL ZF',
    '',
    'DAADOE,JANE,ANN|DAG1 PARK ST|DAQH123412345678|DBA20310309|DBB19410509|DBC2|DBD20240501',
  ],
  [
    'Connecticut, 1',
    'AAMVA6360060101',
    'DL',
    '',
    'DAADOE,JANE,ANN|DAG1 STATE ST|DAQ990000002|DBA20310101|DBB19610101|DBC2|DBD20240223|DAU506',
  ],
  [
    'District of Columbia, 1',
    'ANSI 6360430102',
    'DL ZD',
    '',
    'DAAL-DOE,JANE,ANN|DAG1 14TH ST SW|DAQ1234567|DBA20310729|DBB19850729|DBC2|DBD20240730',
  ],
  [
    'South Carolina, 1',
    'ANSI 6360050101',
    'DL',
    '',
    'DAQ123456789|DAADOE,JANE,ANN|DAG2 HILL DR|DBA20310212|DBB19720212|DBC2|DBD20240619|DAU510|DAW128',
  ],
  [
    'Pennsylvania, 1',
    'ANSI 6360250101',
    'DL',
    '',
    'DAQ12345678|DAAJANE ANN DOE|DAG1 MAIN ST|DBA20310203|DBB19860202|DBC2|DBD20240104',
  ],
  [
    'New Brunswick, 2',
    'ANSI 636017020002',
    'DL ZN',
    '',
    'DCANONE|DBA08082031|DCSDOE|DCTJANE ANN|DBD08122024|DBB08081962|DBC2|DAU168 CM|DAQ1234567|DCGCAN',
  ],
  [
    'Virginia, 3',
    'ANSI 636000030001',
    'DL',
    '',
    'DCANONE|DCB158X9|DCDS|DBA08142031|DCSDOE|DCTJANE,ANN|DBD08142024|DBB07151958|DBC2|DAQT12345678|DCGUSA',
  ],
  [
    'Texas, 3',
    'ANSI 636015030002',
    'DL ZT',
    '',
    'DCAC|DBA10242031|DCSDOE|DCTJANE|DBD10252024|DBB10241993|DBC2|DAU65 IN|DAQ12345678|DCGUSA',
  ],
  [
    'Ontario, 3',
    'ANSI 636012030001',
    'DL',
    '',
    'DCAG|DBA20310603|DCSDOE|DCTJANE,ANN|DBD20240607|DBB19960603|DBC2|DAYNONE|DAQD1234-12345-12345|DCGCAN',
  ],
  [
    'Washington, 3',
    'ANSI 636045030002',
    'DL ZW',
    '',
    'DCANONE|DBA05232031|DCSDOE|DCTJANE A|DBD04162024|DBB05231950|DBC2|DAQDOE**JA123K9|DCGUSA',
  ],
  [
    'California, 4',
    'ANSI 636014040002',
    'DL ZC',
    '',
    'DCAC|DBA07052031|DCSDOE|DACJANE|DADANN|DBD02022024|DBB07051973|DBC2|DAQF1234567|DCGUSA',
  ],
  [
    'Iowa, 4',
    'ANSI 636018040102',
    'DL ZI',
    '',
    'DCAC|DCDL|DBA07112031|DCSDOE|DACJANE|DADANN|DBD10162024|DBB07111991|DBC2|DAQ123BB1234|DCGUSA',
  ],
  [
    'Indiana, 4',
    'ANSI 636037040002',
    'DL ZI',
    '',
    'DAQ1234-12-1234|DCSDOE|DACJANE|DADANN|DCANONE|DBD08032024|DBB02251993|DBA02252031|DBC2|DCGUSA',
  ],
  [
    'Arkansas, 5',
    'ANSI 636021050002',
    'DL ZA',
    '',
    'DCB|DAQ1234567890|DCAD|DAK71901 4455|DADANN|DACJANE|DBD09132024|DCSDOE|DBC2|DBB11221946|DBA11222031|DCGUSA',
  ],
  [
    'Kentucky, 5',
    'ANSI 636046050002',
    'DL ZK',
    '',
    'DAQK12345678|DCSDOE|DACJANE|DADANN|DCAD|DCB1|DBD11222024|DBB11121954|DBA12132031|DBC2|DCGUSA',
  ],
  [
    'Tennessee, 6, identity card',
    'ANSI 636053060002',
    'ID ZT',
    '',
    'DAQ123456789|DCSDOE|DACJANE|DADANN|DBD02062024|DBB12131961|DBA02062031|DBC2|DCGUSA',
  ],
  [
    'Colorado, 7',
    'ANSI 636020070002',
    'DL ZC',
    '',
    'DAQ123456789|DCSDOE|DACJANE|DADANN|DCAR|DBD08082024|DBB07131992|DBA07132031|DBC2|DCGUSA',
  ],
  [
    'Ohio, 8',
    'ANSI 636023080102',
    'DL ZO',
    '',
    'DBA02232031|DCSDOE|DACJANE|DADA|DBD12022024|DBB02231956|DBC2|DAU060 IN|DAQDJ123456|DCGUSA',
  ],
  [
    'North Carolina, 8',
    'ANSI 636004080002',
    'DL ZN',
    '',
    'DAQ00001234567|DCSROE DOE|DACJANE|DADANN|DCAC|DBD11162024|DBB06121986|DBA06122031|DBC2|DCGUSA',
  ],
  [
    'Illinois, 8',
    'ANSI 636035080002',
    'DL ZI',
    '',
    'DAQD12345678901|DCSDOE|DACJANE|DADA|DCAD|DBD04132024|DBB06271969|DBA06272031|DBC2|DCGUSA',
  ],
  [
    'Massachusetts, 8',
    'ANSI 636002080002',
    'DL ZM',
    '',
    'DCAD|DBA08162031|DCSDOE|DACJANE|DADA|DBD08092024|DBB12311971|DBC2|DAQS12345670|DCGUSA',
  ],
  [
    'Pennsylvania, 9',
    'ANSI 636025090002',
    'DL ZP',
    '',
    'DAQ12345678|DCSDOE|DACJANE|DADANN|DCAC|DCB1|DBD11282024|DBB05221960|DBA05232031|DBC2|DCGUSA',
  ],
  [
    'Prince Edward Island, 9',
    'ANSI 604426090101',
    'DL',
    '',
    'DCA5|DBA20310904|DCSDOE|DACJANE|DADNONE|DBD20241222|DBB19550904|DBC2|DAU157 CM|DAQ123456|DCGCAN',
  ],
  [
    'Minnesota, 9',
    'ANSI 636038090002',
    'DL ZM',
    '',
    'DAQD123456789012|DCSDOE|DACJANE|DADANN|DCAD|DCB2|DBD12222024|DBB01041995|DBA01042031|DBC2|DCGUSA',
  ],
  [
    'Virginia, 10',
    'ANSI 636000100102',
    'DL ZV',
    '|DL',
    'DAQT12345678|DCSDOE|DACJANE|DADANN|DCUJR|DCAD|DCBK|DCDPH|DBD06062024|DBB06061986|DBA12102031|DBC2|DCGUSA',
  ],
];

const EDITION_1 =
  'DAQ0123456789ABC|DAADOE,JANE,A|DAG1 MAIN ST|DARDM  |DAS          |DAT     |DAU509|DBA20311201|DBB19761123|DBCF|DBD20241201';
const LATER =
  'DCSDOE|DDEN|DACJANE|DDFN|DADANN,BEE|DDGN|DCUJR|DCAD|DCBK|DCDPH|DBD06062024|DBB06071986|DBA12102031|DBC2|DCGUSA|DDAM|DDB06062018|DDD1';
const GO: readonly Row[] = [
  ['edition 1', 'ANSI 6360000102', 'DL ZV', 'DL', EDITION_1],
  ...['04', '05', '06', '07'].map((edition): Row => [
    `edition ${edition}`,
    `ANSI 636000${edition}0002`,
    'DL ZV',
    'DL',
    `DAQT12345678|${LATER}`,
  ]),
];
const PYTHON: readonly Row[] = [
  ['edition 1, without an issuer’s version', 'ANSI 6360000102', 'DL ZV', 'DL', EDITION_1],
  ['edition 10', 'ANSI 636000100102', 'DL ZV', 'DL', `DAQT12345678|${LATER.replace('ANN,BEE', 'ANN')}`],
];

/** Born, issued and expired on one day, and without a number: rightly not complete. */
const INCOMPLETE: Row = [
  'New York, 7',
  'ANSI 636001070002',
  'DL ZN',
  '',
  'DCANONE|DBA08312013|DCSDoe|DACJ|DADAnn|DBD08312013|DBB08312013|DBC2|DAQNONE|DCGUSA',
];

function textOf([, header, entries, name, elements]: Row): string {
  const subfile = `${name.replace('|', '\n')}${name === '' ? '\n' : ''}${elements.replaceAll('|', '\n')}\r`;
  const kinds = entries.split(' ');
  const start = `@\n\x1e\r${header}`;
  const four = (value: number) => String(value).padStart(4, '0');
  const offset = start.length + 10 * kinds.length;
  const own = kinds[1] ? `${kinds[1]}${kinds[1]}A\r` : '';
  const directory = kinds.map((kind, at) =>
    at === 0
      ? `${kind}${four(offset)}${four(subfile.length)}`
      : `${kind}${four(offset + subfile.length)}${four(own.length)}`,
  );
  return `${start}${directory.join('')}${subfile}${own}`;
}

/** CCYYMMDD or MMDDCCYY; no month is a century. */
function dayOf(text: string): string {
  const [year, month, day] = /^(?:19|20)/.test(text)
    ? [text.slice(0, 4), text.slice(4, 6), text.slice(6)]
    : [text.slice(4), text.slice(0, 2), text.slice(2, 4)];
  return `${year}-${month}-${day}`;
}

const COMPLETE = [...READER, ...GO, ...PYTHON];

test('holds 32 texts of three suites that are complete', () => expect(COMPLETE).toHaveLength(32));

test.each(COMPLETE)('reads %s completely (%s)', (...row) => {
  const { fields, ...reading } = parseAamva(textOf(row));
  expect(reading).toMatchObject({ complete: true, problems: [], documentKind: row[2].slice(0, 2) });
  expect(fields.surname).toMatch(/^(?:(?:L-|ROE )?DOE)$/);
  expect(fields.givenNames).toMatch(/^JANE(?: A| ANN(?: BEE)?)?$/);
  const value = (id: string) =>
    row[4]
      .split('|')
      .find((element) => element.startsWith(id))!
      .slice(3);
  expect(fields).toMatchObject({
    documentNumber: value('DAQ'),
    birthDate: dayOf(value('DBB')),
    expiryDate: dayOf(value('DBA')),
    issueDate: dayOf(value('DBD')),
  });
});

test('reads in part the one whose holder is born on the day of issue', () => {
  const reading = parseAamva(textOf(INCOMPLETE));
  expect(reading).toMatchObject({ complete: false, fields: { surname: 'DOE', documentNumber: '' } });
  expect(reading.problems).toEqual(expect.arrayContaining(['birth_date', 'document_number']));
});
