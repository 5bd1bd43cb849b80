import { TODAY } from '../../../../test/support/decision-inputs.js';
import { printOf } from '../../../../test/support/document-findings.js';
import { comparePrint } from './compare-print.js';
import { splitLabels } from './glued-labels.js';
import { findPrintedFields } from './printed-fields.js';

const split = (text: string) => splitLabels(printOf(text).words).map((word) => word.text);

describe('labels glued to their values', () => {
  test.each([
    ['LNADAMS', 'LN ADAMS'],
    ['FNMARY-ANN', 'FN MARY-ANN'],
    ['1ADAMS', '1 ADAMS'],
    ['1.SPECIMEN', '1. SPECIMEN'],
    ['DOB02/01/1995', 'DOB 02/01/1995'],
    ['3DOB02/01/1995', '3DOB 02/01/1995'],
    ['4bEXP02/01/2035', '4bEXP 02/01/2035'],
    ['DOB02011995', 'DOB 02011995'],
    ['3DOB02011995', '3DOB 02011995'],
    ['4bEXP:02012035', '4bEXP: 02012035'],
    ['ISS02JAN2025', 'ISS 02JAN2025'],
    ['3.12081974', '3. 12081974'],
    ['4b.01022030', '4b. 01022030'],
    ['4b.01.02.2030', '4b. 01.02.2030'],
    ['3.12.08.1974', '3. 12.08.1974'],
    ['DLND1234567', 'DLN D1234567'],
    ['DL1234567', 'DL 1234567'],
  ])('splits %s into label and value', (text, expected) => expect(split(text)).toEqual(expected.split(' ')));

  test.each([
    'ADAMS',
    'DLUGOSZ',
    '1ST',
    '12.08.1974',
    'L898902C3',
    'I2.08.1974',
    'OI2.08.1974',
    '5DD12345678',
    '4B01022030',
    'EXPOSITO',
    'DOB0201199',
  ])('splits no label from %s', (text) => expect(split(text)).toEqual([text]));

  test('reads the fields of a card whose labels are glued to their values', () => {
    const print = printOf('LNADAMS', 'FNMARY', 'DOB12/31/1995', 'EXP12/31/2035', 'DLND1234567');
    expect(findPrintedFields(print)).toMatchObject({
      surname: 'ADAMS',
      givenNames: 'MARY',
      birthDate: '1995-12-31',
      expiryDate: '2035-12-31',
      documentNumber: 'D1234567',
    });
    const facts = {
      surname: 'ADAMS',
      givenNames: 'MARY',
      documentNumber: 'D1234567',
      birthDate: '1995-12-31',
      expiryDate: '2035-12-31',
    };
    expect(comparePrint(print, facts, TODAY).score).toBe(1);
    expect(comparePrint(printOf('LNLEE'), { ...facts, surname: 'LEE' }, TODAY).surname).toBe('agrees');
  });

  test.each([
    ['glued', ['LNADAMS', 'FNMARY', 'DOB02011995', 'EXP02012035', 'DLND1234567']],
    ['apart', ['LN ADAMS', 'FN MARY', 'DOB 02011995', 'EXP 02012035', 'DLN D1234567']],
  ])('finds an American date that lost its slashes, and doubts none: %s', (_, lines) => {
    const facts = {
      surname: 'ADAMS',
      givenNames: 'MARY',
      documentNumber: 'D1234567',
      birthDate: '1995-02-01',
      expiryDate: '2035-02-01',
    };
    expect(comparePrint(printOf(...lines), facts, TODAY).score).toBe(1);
    const altered = { ...facts, birthDate: '1995-02-03', expiryDate: '2036-02-01' };
    expect(comparePrint(printOf(...lines), altered, TODAY)).toMatchObject({
      birthDate: 'differs',
      expiryDate: 'differs',
    });
  });

  test('finds the dates of a card whose holder’s given name begins that of a month', () => {
    const print = printOf(
      '1ADAMS',
      '2JANE',
      '3DOB02/01/1995',
      '4bEXP02/01/2035',
      '4aISS02/01/2025',
      'D1234567',
    );
    const facts = {
      surname: 'ADAMS',
      givenNames: 'JANE',
      documentNumber: 'D1234567',
      birthDate: '1995-02-01',
      expiryDate: '2035-02-01',
    };
    expect(comparePrint(print, facts, TODAY)).toMatchObject({
      birthDate: 'agrees',
      expiryDate: 'agrees',
      score: 1,
    });
    expect(comparePrint(print, { ...facts, birthDate: '1995-02-03' }, TODAY).birthDate).toBe('differs');
  });

  test('reads no date that begins in one line and ends in the next', () => {
    const facts = {
      surname: 'DUPONT',
      givenNames: 'JUNE',
      documentNumber: 'D1234567',
      birthDate: '1985-08-12',
      expiryDate: null,
    };
    expect(comparePrint(printOf('12 AUG', '1985'), facts, TODAY).birthDate).toBe('unseen');
    expect(comparePrint(printOf('12 AUG 1985'), facts, TODAY).birthDate).toBe('agrees');
  });

  test.each<[string[], string | null, string | null]>([
    [['LN ADAMS', 'FN JANE', 'DOB 02/01/1995', 'EXP 03/04/2035'], '1995-02-01', '2035-03-04'],
    [['1 ADAMS', '2 JANE', '3DOB02/01/1995', '4bEXP03042035'], '1995-02-01', '2035-03-04'],
    [['ADAMS', '4d DLN D1234567', 'DOB 02-01-1995', 'EXP 03/14/2035'], '1995-02-01', '2035-03-14'],
    [['Name ADAMS', 'DOB 02-01-1995', 'EXP 03/04/2035'], null, null],
    [['LN ADAMS', 'FN JANE', 'DOB 02/01/1995', 'EXP 31/12/2035'], null, '2035-12-31'],
    [['LN ADAMS', 'FN JANE', 'DOB 02.01.1995', 'EXP 03/04/35'], '1995-01-02', null],
    [['1. ADAMS', '2. JANE', '3. 02/01/1995', '4b. 03/04/2035'], null, null],
  ])('reads the month first only on North American cards: %j', (lines, birthDate, expiryDate) => {
    expect(findPrintedFields(printOf(...lines))).toMatchObject({ birthDate, expiryDate });
  });

  test('divides the width of a word between label and value', () => {
    const [label, value] = splitLabels([
      { text: 'LNADAMS', confidence: 0.9, x: 0.1, y: 0.2, w: 0.07, h: 0.03 },
    ]);
    expect(label!.w).toBeCloseTo(0.02);
    expect(value).toMatchObject({ text: 'ADAMS', y: 0.2, h: 0.03 });
    expect([value!.x, value!.w].map((each) => each.toFixed(2))).toEqual(['0.12', '0.05']);
  });
});
