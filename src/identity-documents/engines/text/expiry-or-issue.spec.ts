import { printOf } from '../../../../test/support/document-findings.js';
import { comparePrint, isConfirmed, type MachineReadFacts } from './compare-print.js';
import { type PrintedText } from './printed-text.js';

const TODAY = '2026-11-21';
const ISSUED = '2012-04-16';
const EXPIRES = '2022-04-16';
const facts = (expiryDate: string): MachineReadFacts => ({
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  documentNumber: 'L898902C3',
  birthDate: '1974-08-12',
  expiryDate,
});
const KNOWN = ['ERIKSSON', 'ANNA MARIA', 'L898902C3', '12 AUG 1974'];
const judge = (print: PrintedText, expiry: string) => comparePrint(print, facts(expiry), TODAY);
const expiryOf = (expiry: string, ...lines: string[]) =>
  judge(printOf(...KNOWN, ...lines), expiry).expiryDate;

describe('an expiry altered to the printed date of issue', () => {
  test.each<[string, string[]]>([
    ['alone', ['16 APR 2012']],
    ['by its label', ['Date of issue 16 APR 2012']],
    ['with a month in two languages', ['16 TRA/APR 2012']],
    ['in eight digits', ['16042012']],
    ['under both labels', ['Date of issue Date of expiry', '16 APR 2012']],
    ['next to a misread birth date', ['16 APR 2012', '12 AUG 2004', '13 AUG 74']],
    ['next to a birth date with a two-digit year', ['16 APR 2012', '12 AUG 74']],
    ['next to a misread day', ['16 APR 2012', '18 APR 2012']],
  ])('does not confirm an altered expiry where only the date of issue was read: %s', (_, lines) => {
    expect(expiryOf(ISSUED, ...lines)).not.toBe('agrees');
    expect(isConfirmed(judge(printOf(...KNOWN, ...lines), ISSUED))).toBe(false);
  });

  test('doubts an altered expiry where either look read the real one', () => {
    const [one, other] = [printOf(...KNOWN, '16 APR 2012', '01 JAN 2010'), printOf(...KNOWN, '16 APR 2022')];
    expect(judge({ ...one, again: other.words }, ISSUED).expiryDate).toBe('doubtful');
    expect(judge({ ...other, again: one.words }, ISSUED).expiryDate).toBe('doubtful');
    expect(expiryOf(ISSUED, '16 APR 12', '16 APR 22')).toBe('doubtful');
    const faint = printOf(...KNOWN, '16 APR 2012', '01 JAN 2010', '16.41,2022');
    const words = faint.words.map((word) =>
      word.text.endsWith('2022') ? { ...word, confidence: 0.3 } : word,
    );
    expect(judge({ ...faint, words }, ISSUED).expiryDate).toBe('doubtful');
  });
});

describe('a past expiry', () => {
  test.each<[string, string[]]>([
    ['its label', ['Date of expiry 16 APR 2022']],
    ['an earlier date next to it', ['16 APR 2012', '16 APR 2022']],
    ['an earlier date with a two-digit year', ['16 APR 12', '16 APR 22']],
    ['an earlier year of a date that cannot be read', ['16.41,2012.', '16 APR 2022']],
    ['an earlier year next to the name of a month', ['é6 TRA/APR 2012', '16 APR 2022']],
  ])('confirms a past expiry by %s', (_, lines) => {
    expect(expiryOf(EXPIRES, ...lines)).toBe('agrees');
  });

  test('does not confirm a past expiry when nothing shows which date it is', () => {
    expect(expiryOf(EXPIRES, '16 APR 2022')).toBe('unseen');
  });

  test('confirms a future expiry without further evidence', () => {
    expect(expiryOf('2032-04-16', '16 APR 2032')).toBe('agrees');
    expect(expiryOf(TODAY, '21 NOV 2026')).toBe('agrees');
  });
});

test('confirms neither month by a name that two languages share', () => {
  expect(expiryOf('2032-10-16', '16 LIS 2032')).not.toBe('agrees');
  expect(expiryOf('2032-10-16', '16 LIS/OCT 2032')).toBe('agrees');
});
