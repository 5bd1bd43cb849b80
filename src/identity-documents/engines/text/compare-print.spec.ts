import { TODAY } from '../../../../test/support/decision-inputs.js';
import { printOf, SPECIMEN_FACTS } from '../../../../test/support/document-findings.js';
import { comparePrint, isConfirmed, isSamePerson, type MachineReadFacts } from './compare-print.js';
import { findDates, isDateUnread } from './printed-dates.js';
import { findPrintedFields } from './printed-fields.js';
import { resemblesNumber } from './printed-number.js';
import { type PrintedText } from './printed-text.js';

const ALL = {
  surname: 'agrees',
  givenNames: 'agrees',
  documentNumber: 'agrees',
  birthDate: 'agrees',
  expiryDate: 'agrees',
};
/** Compares as of a day before the documents expire. */
const compareToday = (print: PrintedText, facts: MachineReadFacts) => comparePrint(print, facts, TODAY);
const compare = (...lines: string[]) => compareToday(printOf(...lines), SPECIMEN_FACTS);

describe('comparing printed text with the MRZ or barcode', () => {
  test.each<[string, string[]]>([
    [
      'as printed in a passport',
      ['Surname', 'ERIKSSON', 'ANNA MARIA', '12 AUG 1974', 'L898902C3', '15 APR 2038'],
    ],
    ['with OCR errors', ['ERIK5SON', 'ANNA MARlA', '12AUG/AOUT 74', '1.898902C3', '15.04.2038']],
    ['with American dates', ['ERIKSSON ANNA MARIA', '08/12/1974', 'L898902C3', '04/15/2038']],
    ['with the year first in dates', ['ERIKSSON ANNA MARIA', '1974-08-12', 'L898902C3', '2038-04-15']],
  ])('finds every fact %s', (_name, lines) => {
    expect(compare(...lines)).toEqual({ score: 1, ...ALL });
  });

  test('finds no agreement when nothing was read', () => {
    const unseen = Object.fromEntries(Object.keys(ALL).map((key) => [key, 'unseen']));
    expect(compare('')).toEqual({ score: 0, ...unseen });
  });

  test('takes a number with one digit altered for another number', () => {
    expect(compare('L898982C3').documentNumber).toBe('differs');
    expect(compare('L898902C3').documentNumber).toBe('agrees');
    expect(compare('X12').documentNumber).toBe('unseen');
    expect(compare('L898982C3', 'L898902C3').documentNumber).toBe('doubtful');
  });

  test('recognizes a number whose letters were read as signs', () => {
    const numbered = (documentNumber: string, printed: string) =>
      compareToday(printOf(printed), { ...SPECIMEN_FACTS, documentNumber }).documentNumber;
    expect(numbered('98006DJ7', '98006D)7')).toBe('agrees');
    expect(numbered('6R7395WVJ', '6R7395WV]')).toBe('agrees');
    expect(numbered('ZE000509', 'Z£000509')).toBe('agrees');
    expect(numbered('ZE000509', 'Z£000508')).toBe('differs');
    expect(numbered('98006DJ7', '9800)6D7')).not.toBe('agrees');
  });

  test('does not take an S for a stated 5, unless a look has the digit', () => {
    const stated = { ...SPECIMEN_FACTS, documentNumber: 'K2453915' };
    const numberOf = (first: string, again?: string) =>
      compareToday({ ...printOf(first), ...(again && { again: printOf(again).words }) }, stated)
        .documentNumber;
    for (const read of ['K24S3915', 'K245391S', 'K 24S3 915']) {
      expect(numberOf(read)).toBe('unseen');
      expect(numberOf(read, read)).toBe('unseen');
      expect(numberOf(read, 'K2453915')).toBe('agrees');
      expect(numberOf(`${read} K2453915`)).toBe('agrees');
      expect(resemblesNumber(read, stated.documentNumber)).toBe(true);
    }
    expect(numberOf('K24S3915', 'K2483915')).toBe('doubtful');
    expect(resemblesNumber('K2453915', stated.documentNumber)).toBe(false);
    const letter = { ...SPECIMEN_FACTS, documentNumber: 'KS453915' };
    expect(compareToday(printOf('K5453915'), letter).documentNumber).toBe('agrees');
  });

  test('confirms the print only by surname, number, birth date and expiry', () => {
    const lines = ['ERIKSSON', 'L898902C3', '12 AUG 1974', '15 APR 2038'];
    expect(isConfirmed(compare(...lines))).toBe(true);
    for (const left of lines)
      expect(isConfirmed(compare(...lines.filter((line) => line !== left)))).toBe(false);
    expect(isConfirmed(compare(...lines, 'L898982C3'))).toBe(false);
    expect(isSamePerson(compare('ERIKSSON', 'L898902C3'))).toBe(true);
    expect(isSamePerson(compare('ERIKSSON', 'ANNA MARIA'))).toBe(false);
  });

  test('takes a different date for a contradiction only after its label', () => {
    expect(compare('Date of birth 12 AUG 1975').birthDate).toBe('differs');
    expect(compare('12 AUG 1975').birthDate).toBe('doubtful');
  });

  test('takes a different date under a label in several languages for one, whatever else agrees', () => {
    const agreement = compare(
      'Surname/Nom (1) ERIKSSON L898902C3',
      'Date of birth/Date de naissance (4)',
      '12 AUG 1974',
      'Date of issue / Date de délivrance',
      '16 APR 2028',
      "08 Platnost do/Date of Expiry/Date d'expiration",
      '15 APR /AVR 39',
    );
    expect(agreement).toMatchObject({ surname: 'agrees', birthDate: 'agrees', expiryDate: 'differs' });
    expect(isConfirmed(agreement)).toBe(false);
  });

  test('doubts an unlabelled date that cannot be the date of issue', () => {
    expect(compare('12 AUG 1974', '15 APR 2038', '16 APR 2028')).toMatchObject({
      birthDate: 'agrees',
      expiryDate: 'agrees',
    });
    expect(compare('12 AUG 1974', '16 APR 2028').expiryDate).toBe('unseen');
    expect(compare('12 AUG 1974', '16 APR 2028', '15 APR 2033').expiryDate).toBe('doubtful');
    expect(compare('12 AUG 1974', '15 APR 2048').expiryDate).toBe('doubtful');
    expect(compare('11 AUG 1974', '15 APR 2038')).toMatchObject({
      birthDate: 'doubtful',
      expiryDate: 'agrees',
    });
  });

  describe.each([
    ['birthDate', 'Date of birth', '12 AUG 1975'],
    ['expiryDate', 'Date of expiry', '15 APR 2039'],
  ] as const)('another date in the place of %s', (field, label, date) => {
    /** The judgement of the field when each word of the other date was read with these confidences. */
    const read = (confidences: readonly number[], ...lines: string[]) => {
      const print = printOf(...lines, date);
      const words = print.words.map((word, at, all) => {
        const confidence = confidences[at - all.length + confidences.length];
        return confidence === undefined ? word : { ...word, confidence };
      });
      return compareToday({ ...print, words }, SPECIMEN_FACTS)[field];
    };

    test.each([0.99, 0.9, 0.8, 0.79, 0.7, 0.6, 0.5, 0.4, 0.3, 0.1])(
      'reports another date under its label, read with a confidence of %d',
      (confidence) => {
        const expected = confidence >= 0.8 ? 'differs' : 'doubtful';
        expect(read([confidence, confidence, confidence], label)).toBe(expected);
        for (const at of [0, 1, 2])
          expect(
            read(
              [0, 1, 2].map((each) => (each === at ? confidence : 0.95)),
              label,
            ),
          ).toBe(expected);
      },
    );

    test('reports another date without a label, however faint, with a year of four digits or two', () => {
      expect(read([0.95, 0.95, 0.95])).toBe('doubtful');
      expect(read([0.1, 0.1, 0.1])).toBe('doubtful');
      expect(compare(date.replace(/ (?:19|20)(?=\d\d$)/, ' '))[field]).toBe('doubtful');
    });

    test('reports another date even when the stated one is printed elsewhere', () => {
      const stated = field === 'birthDate' ? '12 AUG 1974' : '15 APR 2038';
      expect(read([0.95, 0.95, 0.95], stated, label)).toBe('doubtful');
      expect(read([0.5, 0.5, 0.5], stated, label)).toBe('doubtful');
    });
  });

  test('reports any other date under a label, even when the stated one is printed elsewhere', () => {
    expect(compare('15 APR 2038', 'Date of expiry 16 MAY 2031').expiryDate).toBe('doubtful');
    expect(compare('12 AUG 1974', 'Date of birth 03 MAR 2024').birthDate).toBe('doubtful');
    expect(compare('Date of issue 16 MAY 2028', 'Date of expiry 15 APR 2038').expiryDate).toBe('agrees');
  });

  test('ignores a date one digit off that is the date of issue, and any date two digits off', () => {
    expect(compare('15 APR 2028').expiryDate).toBe('doubtful');
    expect(compare('Date of issue 15 APR 2028').expiryDate).toBe('unseen');
    expect(compare('16 APR 2028').expiryDate).toBe('unseen');
    expect(
      compareToday(printOf('15 APR 2028'), { ...SPECIMEN_FACTS, birthDate: '2028-04-15' }).expiryDate,
    ).toBe('unseen');
  });

  test('doubts a faint unlabelled date after the expiry if its year is certain', () => {
    const print = printOf('01 MAR 2044');
    const read = (...confidences: number[]) =>
      compareToday(
        { ...print, words: print.words.map((word, at) => ({ ...word, confidence: confidences[at]! })) },
        SPECIMEN_FACTS,
      ).expiryDate;
    expect(read(0.95, 0.7, 0.95)).toBe('doubtful');
    expect(read(0.95, 0.7, 0.56)).toBe('unseen');
  });

  test('takes a different name after its label for a contradiction, but not an OCR error', () => {
    expect(compare('Surname SMITH').surname).toBe('differs');
    expect(compare('Surname ERLKSSOM').surname).toBe('unseen');
  });

  test.each(['SMITH JR.', 'PEÑA', "O'NEIL-DÍAZ"])(
    'finds the surname %s of a barcode as printed',
    (surname) => {
      const facts = { ...SPECIMEN_FACTS, surname };
      expect(compareToday(printOf(`Surname ${surname}`), facts).surname).toBe('agrees');
      expect(compareToday(printOf('Surname KOWALSKI'), facts).surname).toBe('differs');
    },
  );

  test('finds a surname in the joined text of its line', () => {
    const surname = (stated: string, ...lines: string[]) =>
      compareToday(printOf(...lines), { ...SPECIMEN_FACTS, surname: stated }).surname;
    expect(surname('VAN DER BERG', 'VANDERBERG')).toBe('agrees');
    expect(surname('DE LA CRUZ', 'Surname DELA CRUZ')).toBe('agrees');
    expect(surname('DIAZ', 'DI AZ')).toBe('agrees');
    expect(surname('DIAZ', 'INDI AZTEC')).toBe('unseen');
    expect(surname('LI', 'L I')).toBe('unseen');
    expect(surname('AEVARSDOTTIR', 'EVARSDOTTIR')).toBe('agrees');
  });

  test('finds a surname without letters nowhere', () => {
    expect(compareToday(printOf('Surname ERIKSSON'), { ...SPECIMEN_FACTS, surname: '-' }).surname).not.toBe(
      'agrees',
    );
  });

  test('knows two spellings of umlauts', () => {
    const facts = { ...SPECIMEN_FACTS, surname: 'MUELLER' };
    expect(compareToday(printOf('MÜLLER'), facts).surname).toBe('agrees');
    expect(compareToday(printOf('MULLER'), facts).surname).toBe('agrees');
  });
});

test('finds dates in the formats of documents', () => {
  const days = (text: string) => findDates(text).flatMap(({ readings }) => readings);
  expect(days('15 APR/AVR 2038')).toEqual(['2038-04-15']);
  expect(days('03/04/2025')).toEqual(['2025-04-03', '2025-03-04']);
  expect(days('AUG 12 1974')).toEqual(['1974-08-12']);
  expect(days('15.04.38')).toEqual(['??38-04-15']);
  expect(days('10.05 .1986. 31. 10.2012.')).toEqual(['1986-05-10', '2012-10-31']);
  expect(days('12 AUG/AQUT 74')).toEqual(['??74-08-12']);
  expect(days('C1 JAN 7IAN 85')).toEqual(['??85-01-01']);
  expect(days('01 JAN-7IAN 85')).toEqual(['??85-01-01']);
  expect(days('C1 JAN 73AN "85')).toEqual(['??85-01-01']);
  expect(days('01 JAN 73 AN 85')).toEqual(['??73-01-01']);
  expect(days('12 AUG ANNA MARIA 1974')).toEqual([]);
  expect(days('99/99/2025 ABC 12 1234567')).toEqual([]);
});

test('recognizes a line that shows a date it cannot read', () => {
  for (const line of ['C1 JAN 7IAN "8&5', '14 JAN /JAN', '12.08.I974', '12 -08-'])
    expect([line, isDateUnread(line)]).toEqual([line, true]);
  for (const line of ['12 AUG 1974', '12.08.1974', 'JANE', 'L898902C3', '111111-11648', 'MARTIN'])
    expect([line, isDateUnread(line)]).toEqual([line, false]);
});

describe('labelled fields on documents', () => {
  test('reads the numbered fields of a European licence', () => {
    const fields = findPrintedFields(
      printOf(
        '1. SPECIMEN',
        '2. ANNA',
        '3. 12.08.1974 STOCKHOLM',
        '4a. 01.02.2020',
        '4b. 01.02.2030',
        '5. 12345 678901',
      ),
    );
    expect(fields).toMatchObject({
      surname: 'SPECIMEN',
      givenNames: 'ANNA',
      birthDate: '1974-08-12',
      issueDate: '2020-02-01',
      expiryDate: '2030-02-01',
      documentNumber: '12345 678901',
    });
  });

  test('reads fields whose numbers were misread', () => {
    const fields = findPrintedFields(printOf('I. SPECIMEN', '2 ANNA', '3. 12.08.1974', 's. E77491'));
    expect(fields).toMatchObject({ surname: 'SPECIMEN', givenNames: 'ANNA', documentNumber: 'E77491' });
    expect(findPrintedFields(printOf('5 DD 774913')).documentNumber).toBeNull();
  });

  test('reads the labelled fields of an American licence', () => {
    const fields = findPrintedFields(
      printOf('LN PUBLIC', 'FN JANE QUINCY', 'DOB 12/31/1986', 'EXP 01/31/2030', 'DL D1234567'),
    );
    expect(fields).toMatchObject({
      surname: 'PUBLIC',
      givenNames: 'JANE QUINCY',
      birthDate: '1986-12-31',
      expiryDate: '2030-01-31',
      documentNumber: 'D1234567',
    });
  });

  test('reads a value below its label', () => {
    expect(findPrintedFields(printOf('Surname', 'ERIKSSON')).surname).toBe('ERIKSSON');
  });
});
