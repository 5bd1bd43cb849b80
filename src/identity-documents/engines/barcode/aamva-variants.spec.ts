import { Random } from '../../../../scripts/mrz/random.js';
import { type AamvaOptions, aamvaText, JANE, WHOLE } from '../../../../test/support/aamva-text.js';
import { inDepth } from '../../../../test/support/in-depth.js';
import { parseAamva } from './aamva.js';

const CONNECTICUT = '636006';
const ONTARIO = '636012';
const PENNSYLVANIA = '636025';
const NORTH_CAROLINA = '636004';
const WYOMING = '636060';

/** Version 1 with the full name in one element. */
const inFull = (name: string, more: AamvaOptions = {}) =>
  aamvaText({
    version: 1,
    ...more,
    elements: { DAB: null, DAC: null, DAD: null, DAA: name, ...more.elements },
  });

describe('issuers that depart from the standard', () => {
  test.each<[string, string]>([
    ['Ontario: offset 0', aamvaText({ version: 3, issuer: ONTARIO, entry: 'DL00000201' })],
    [
      'Ontario: a comma behind the name',
      aamvaText({ version: 3, issuer: ONTARIO, elements: { DCS: 'PUBLIC,' } }),
    ],
    [
      'Alberta: letters for the offset',
      aamvaText({ issuer: '604432', entry: 'DLabac', elements: { DCG: 'CAN' } }),
    ],
    ['Connecticut: no subfile name', inFull('PUBLIC,JANE,QUINCY', { issuer: CONNECTICUT, name: '' })],
    [
      'Wyoming: the same, with the year first',
      aamvaText({
        issuer: WYOMING,
        name: '',
        other: 'ZWZWA\nZWB',
        elements: { DBB: '19860131', DBA: '20300131', DBD: '20240824' },
      }),
    ],
    ['Maryland: the name twice', aamvaText({ version: 1, name: 'DLDL' })],
    ['Colorado: a line feed behind the name', aamvaText({ name: 'DL\n' })],
    [
      'North Carolina: five-digit issuer, no number of entries',
      aamvaText({
        version: 1,
        issuer: NORTH_CAROLINA,
        elements: { DBB: '01-31-1986', DBA: '01-31-2030', DBD: '08-24-2024' },
      }).replace('AAMVA6360040101', 'AAMVA36004001'),
    ],
    ['Illinois: no jurisdiction version', aamvaText({ version: 2 }).replace('0200', '02')],
    ['three digits for the number of entries', aamvaText().replace('100001DL', '1000001DL')],
    ['Michigan: an empty country', aamvaText({ elements: { DCG: '' } })],
    ['Canada: CDN', aamvaText({ issuer: ONTARIO, elements: { DCG: 'CDN' } })],
    [
      'Canada: the month first',
      aamvaText({
        issuer: ONTARIO,
        elements: { DBB: '01311986', DBA: '01312030', DBD: '08242024' },
      }),
    ],
    ['Pennsylvania: first name first', inFull('JANE QUINCY PUBLIC', { issuer: PENNSYLVANIA })],
    ['the elements in another order', aamvaText({ elements: { DCS: null, DAG: '1 OAK ST\nDCSPUBLIC' } })],
    ['an address in place of an element', aamvaText({ elements: { DAG: 'DANISH RD\nAPT 9' } })],
  ])('reads a licence of an issuer that departs from the standard: %s', (_name, text) => {
    expect(parseAamva(text)).toMatchObject(WHOLE);
  });

  test.each([0, 11, 63])('reads AAMVA version %i', (version) => {
    expect(parseAamva(aamvaText({ version }))).toMatchObject({ ...WHOLE, aamvaVersion: version });
  });

  test('reads the number from the element that has it', () => {
    expect(parseAamva(aamvaText({ elements: { DAQ: null, DBJ: 'D12345678' } }))).toMatchObject(WHOLE);
    expect(parseAamva(aamvaText({ elements: { DBJ: 'X99' } }))).toMatchObject(WHOLE);
  });

  test('shows a doubtful name without signs that no name has', () => {
    const elements = { DCS: 'PUBLIC|', DAC: 'JANE#', DAD: '*QUINCY' };
    const { problems, fields } = parseAamva(aamvaText({ elements }));
    expect(problems).toEqual(['names']);
    expect(fields).toMatchObject({ surname: 'PUBLIC', givenNames: 'JANE QUINCY' });
  });

  test('keeps an asterisk in the number, as in Washington', () => {
    const { fields } = parseAamva(aamvaText({ elements: { DAQ: 'PUB**J4123AB' } }));
    expect(fields.documentNumber).toBe('PUB**J4123AB');
  });
});

describe('names', () => {
  test.each([
    ['DOE,JANE,ANN', 'DOE', 'JANE ANN'],
    ['DOE, JANE ANN', 'DOE', 'JANE ANN'],
    ['DOE$JANE$ANN$', 'DOE', 'JANE ANN'],
    ['DOE,JANE,ANN,JR', 'DOE', 'JANE ANN'],
    ['DOE,JANE,,3RD', 'DOE', 'JANE'],
    ['DOE,JANE,JR', 'DOE', 'JANE'],
    ['DOE JR,JANE,ANN', 'DOE', 'JANE ANN'],
    ['DOE,JANE,ANN MARIE,V', 'DOE', 'JANE ANN MARIE'],
    ['DOE,JANE,V', 'DOE', 'JANE V'],
    ['VAN DER DOE,JANE, ,', 'VAN DER DOE', 'JANE'],
    ["O'NEIL-DOE,JANE,", "O'NEIL-DOE", 'JANE'],
  ])('splits the full name %s', (name, surname, givenNames) => {
    expect(parseAamva(inFull(name))).toMatchObject({ complete: true, fields: { surname, givenNames } });
  });

  test.each([
    [{ DCS: 'DOE', DCT: 'JANE,ANN' }, 'DOE', 'JANE ANN'],
    [{ DCS: 'DOE', DCT: 'JANE ANN' }, 'DOE', 'JANE ANN'],
    [{ DCS: 'DOE', DCT: 'JANE,ANN,' }, 'DOE', 'JANE ANN'],
    [{ DCS: 'DOE,', DCT: 'JANE,JR' }, 'DOE', 'JANE'],
    [{ DCS: 'DOE, JR', DCT: 'JANE' }, 'DOE', 'JANE'],
    [{ DCS: 'DOE,JANE ANN', DCT: null }, 'DOE', 'JANE ANN'],
    [{ DCS: 'DOE,JANE', DCT: 'JANE' }, 'DOE', 'JANE'],
    [{ DCS: 'DOE', DCT: 'JANE ANN', DAC: 'JANE', DAD: 'ANN' }, 'DOE', 'JANE ANN'],
    [{ DCS: 'DOE', DCT: 'JANE', DCU: 'JR' }, 'DOE', 'JANE'],
  ])('reads the names in %j', (elements, surname, givenNames) => {
    expect(parseAamva(aamvaText({ version: 3, elements }))).toMatchObject({
      complete: true,
      fields: { surname, givenNames },
    });
  });

  test('does not guess the order of words without commas', () => {
    expect(parseAamva(inFull('DOE JANE ANN'))).toMatchObject({
      complete: false,
      problems: expect.arrayContaining(['surname']),
      fields: { surname: '', documentNumber: 'D12345678' },
    });
  });
});

describe('dates', () => {
  test.each([
    ['99999999', 'without_end'],
    ['00000000', 'without_end'],
    ['99/99/9999', 'without_end'],
    ['12319999', 'without_end'],
    ['99991231', 'without_end'],
    ['01312250', 'without_end'],
    ['22500131', 'without_end'],
    ['INDEF', 'without_end'],
    ['INDEFINITE', 'without_end'],
    ['NONE', 'without_end'],
    ['MIL', 'without_end'],
    ['MILITARY', 'without_end'],
    ['99.99.9999', 'without_end'],
    ['NEVER', 'without_end'],
    ['LIFETIME', 'without_end'],
    ['', 'not_stated'],
    [null, 'not_stated'],
  ])('reads the expiry %s as %s, and everything else as usual', (DBA, noExpiry) => {
    expect(parseAamva(aamvaText({ elements: { DBA } }))).toMatchObject({
      complete: true,
      fields: { ...JANE, expiryDate: null, noExpiry },
    });
  });

  test.each(['13452030', '31012030', '2030', '0131203', 'SOON', '01311230'])(
    'does not take %s for an expiry',
    (DBA) => {
      expect(parseAamva(aamvaText({ elements: { DBA } }))).toMatchObject({
        problems: ['expiry_date'],
        fields: { ...JANE, expiryDate: null, noExpiry: 'invalid' },
      });
    },
  );

  test.each([null, 'NONE', ''])('does not require a date of issue (%s)', (DBD) => {
    expect(parseAamva(aamvaText({ elements: { DBD } }))).toMatchObject({
      complete: true,
      fields: { ...JANE, issueDate: null },
    });
  });

  test.each([
    ['birth after both', { DBB: '01312031' }, { birthDate: null }],
    ['expiry before both', { DBA: '01311980' }, { expiryDate: null, noExpiry: 'invalid' }],
    ['issue after expiry', { DBD: '01312031' }, { issueDate: null, expiryDate: null, noExpiry: 'invalid' }],
    ['birth after issue', { DBB: '01312025' }, { birthDate: null, issueDate: null }],
  ])('discards dates that contradict each other: %s', (_name, elements, changes) => {
    const { problems, fields } = parseAamva(aamvaText({ elements }));
    expect(problems).toContain('date_order');
    expect(fields).toMatchObject({ ...JANE, ...changes });
  });
});

describe('the text of a magnetic stripe', () => {
  const stripe = (name: string) =>
    `%BCVICTORIA^${name}^1 OAK ST$VICTORIA BC  V8V 1A1^?;6360281234567=290419850415=?_%0AV8V1A1` +
    `${' '.repeat(21)}F165 60BRNBLU9123456789${' '.repeat(16)}00X?`;

  test.each(['PUBLIC,$JANE QUINCY', 'PUBLIC$JANE$QUINCY$'])('reads a British Columbia stripe: %s', (name) => {
    expect(parseAamva(stripe(name))).toMatchObject({
      complete: false,
      problems: ['magnetic_stripe'],
      jurisdiction: 'BC',
      country: 'CAN',
      fields: {
        surname: 'PUBLIC',
        givenNames: 'JANE QUINCY',
        documentNumber: '1234567',
        birthDate: '1985-04-15',
        expiryDate: null,
        noExpiry: 'month_only',
        sex: 'F',
      },
    });
  });

  test('reads a stripe of Ohio without sentinels and with the number’s letters as digits', () => {
    const text = 'OHCOLUMBUS^PUBLIC$JANE$Q$^1 OAK ST^6360232017123456=2904198504154308512345  D A';
    expect(parseAamva(text)).toMatchObject({
      jurisdiction: 'OH',
      fields: { surname: 'PUBLIC', givenNames: 'JANE Q', documentNumber: '', birthDate: '1985-04-15' },
    });
  });

  test('refuses a stripe whose state is not its issuer’s', () => {
    expect(parseAamva(stripe('PUBLIC$JANE').replace('%BC', '%ON')).problems).toEqual(['no_header']);
  });
});

inDepth('never throws on a mutated text, and never yields an invalid date', () => {
  const random = new Random(20261127);
  const pieces = [
    'DL',
    'ID',
    'DAQ',
    'DAA',
    'DCS',
    'DBA',
    '@',
    '\n',
    '\r',
    '\x1e',
    ' ',
    ',',
    '$',
    '^',
    '=',
    '9',
    'Z',
  ];
  const texts = [aamvaText(), aamvaText({ version: 1 }), aamvaText({ other: 'ZCZCA' }), inFull('DOE,JANE')];
  for (let round = 0; round < 3_000; round++) {
    let text = random.pick(texts);
    for (let change = random.below(12); change >= 0; change--) {
      const at = random.below(text.length + 1);
      const piece = random.pick(pieces).repeat(1 + random.below(3));
      text = text.slice(0, at) + piece + text.slice(at + random.below(6));
    }
    const { fields } = parseAamva(text);
    for (const date of [fields.birthDate, fields.issueDate, fields.expiryDate])
      if (date !== null) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
  }
});

test.each(['DL', 'DAA', 'DAADOE ', 'Z', ' ', '9', 'ZCZC', 'D', ',', '%BC^', '6360289', '\n'])(
  'does not take a text of only «%s» for a licence',
  (piece) => {
    for (const header of ['', '@', '@\n\x1e\rANSI 636014100001', '%BCX^Y^'])
      expect(parseAamva(header + piece.repeat(3_900 / piece.length)).complete).toBe(false);
  },
);
