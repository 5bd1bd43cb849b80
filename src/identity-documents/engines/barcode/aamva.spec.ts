import { aamvaText } from '../../../../test/support/aamva-text.js';
import { parseAamva } from './aamva.js';
import { findIssuer } from './issuers.js';

const JANE = {
  complete: true,
  problems: [],
  documentKind: 'DL',
  fields: {
    surname: 'PUBLIC',
    givenNames: 'JANE QUINCY',
    namesMayBeTruncated: false,
    documentNumber: 'D12345678',
    noExpiry: null,
    birthDate: '1986-01-31',
    expiryDate: '2030-01-31',
    issueDate: '2024-08-24',
    sex: 'F',
  },
};

describe('parsing a licence barcode', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('reads version %i, United States', (version) => {
    const reading = parseAamva(aamvaText({ version }));
    expect(reading).toMatchObject({ ...JANE, aamvaVersion: version, jurisdiction: 'CA', country: 'USA' });
  });

  test.each([1, 3, 9])('reads version %i, Canada, with the year first in dates', (version) => {
    const reading = parseAamva(aamvaText({ version, issuer: '636012' }));
    expect(reading).toMatchObject({ ...JANE, jurisdiction: 'ON', country: 'CAN' });
  });

  test('recognizes an identity card', () => {
    expect(parseAamva(aamvaText({ kind: 'ID' })).documentKind).toBe('ID');
  });

  test('reads version 1 with the full name in one element', () => {
    const text = aamvaText({
      version: 1,
      elements: { DAB: null, DAC: null, DAD: null, DAA: 'PUBLIC,JANE,QUINCY' },
    });
    expect(parseAamva(text)).toMatchObject(JANE);
  });

  test('reports that names may be truncated', () => {
    const reading = parseAamva(aamvaText({ elements: { DDF: 'T' } }));
    expect(reading.fields.namesMayBeTruncated).toBe(true);
  });

  test.each([3, -31, 40])('finds a subfile whose offset is %i characters off', (offsetError) => {
    expect(parseAamva(aamvaText({ offsetError }))).toMatchObject(JANE);
  });

  test.each<[string, Parameters<typeof aamvaText>[0], string]>([
    ['no surname', { elements: { DCS: null } }, 'surname'],
    ['no number', { elements: { DAQ: null } }, 'document_number'],
    ['no birth date', { elements: { DBB: null } }, 'birth_date'],
    ['an impossible date', { elements: { DBB: '02301986' } }, 'birth_date'],
    ['a date with the day first', { elements: { DBA: '31012030' } }, 'expiry_date'],
    ['a number in place of a name', { elements: { DCS: 'PUBLIC 4TH ST' } }, 'names'],
    ['two family names that differ', { elements: { DAA: 'DOE,JANE,QUINCY' } }, 'names'],
    ['two numbers', { elements: { DCK: '1\nDAQD87654321' } }, 'ambiguous_elements'],
    ['a kind other than that of its directory', { name: 'ID' }, 'document_kind'],
    ['no sex', { elements: { DBC: null } }, 'sex'],
    ['an unknown issuer', { issuer: '999999' }, 'unknown_issuer'],
    ['a country other than that of its issuer', { elements: { DCG: 'CAN' } }, 'country'],
  ])('calls a reading incomplete with %s', (_name, changes, problem) => {
    const reading = parseAamva(aamvaText(changes));
    expect(reading.complete).toBe(false);
    expect(reading.problems).toContain(problem);
  });

  test('keeps the text of an incomplete barcode for a human, bounded and without control characters', () => {
    expect(parseAamva(aamvaText()).text).toBeUndefined();
    const incomplete = parseAamva(aamvaText({ elements: { DAQ: null } }));
    expect(incomplete.text).toContain('ANSI 636014100001DL');
    expect(incomplete.text!.split('\n')).toContain('DACJANE');
    expect(parseAamva('PERMIS\u0000\u202e4711\r\nDOE').text).toBe('PERMIS\n4711\nDOE');
    expect(parseAamva('A'.repeat(5_000)).text).toHaveLength(1_000);
    expect(parseAamva(`${'A'.repeat(999)}😀`).text!.isWellFormed()).toBe(true);
  });

  test('yields an incomplete reading for garbage, never an exception', () => {
    const whole = aamvaText();
    const texts = [
      '',
      'hello world',
      '@',
      '@\n\x1e\rANSI ',
      'A'.repeat(5_000),
      `@\n\x1e\rANSI 636014${'9'.repeat(100)}`,
    ];
    for (let length = 0; length < whole.length - 2; length += 3) texts.push(whole.slice(0, length));
    for (const text of texts) expect(parseAamva(text).complete).toBe(false);
  });
});

test('finds issuers by identification number', () => {
  expect(findIssuer('636000')).toEqual({ jurisdiction: 'VA', country: 'USA' });
  expect(findIssuer('636048')).toEqual({ jurisdiction: 'MB', country: 'CAN' });
  expect(findIssuer('636062')).toEqual({ jurisdiction: 'VI', country: 'USA' });
  expect(findIssuer('604432')).toEqual({ jurisdiction: 'AB', country: 'CAN' });
  expect(findIssuer('636056')).toBeNull();
});
