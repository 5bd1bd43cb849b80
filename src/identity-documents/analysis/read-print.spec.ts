import { SPECIMEN_FACTS } from '../../../test/support/document-findings.js';
import { comparePrint, isConfirmed } from '../engines/text/compare-print.js';
import { type PrintedText } from '../engines/text/printed-text.js';
import { readTwice } from './read-print.js';

const TODAY = '2026-01-01';
const ALL = ['L898902C3', 'ERIKSSON', 'ANNA MARIA', '12 AUG 1974', '15.04.2038'];

/** Words in a column, read with certainty. */
function printOf(words: string[]): PrintedText {
  const placed = words.map((text, row) => ({
    text,
    confidence: 0.95,
    x: 0.1,
    y: 0.1 * row,
    w: 0.3,
    h: 0.03,
  }));
  return { words: placed, meanConfidence: 0.95, rotation: null };
}

/** Reads these words at each look. @returns the print kept, and whether the whole page was read */
async function lookAt(values: string[], wholePage: string[]) {
  let isWhole = false;
  const print = await readTwice(
    {
      values: () => Promise.resolve(printOf(values)),
      wholePage: () => {
        isWhole = true;
        return Promise.resolve(printOf(wholePage));
      },
    },
    SPECIMEN_FACTS,
    TODAY,
  );
  return { print, isWhole, agreement: comparePrint(print, SPECIMEN_FACTS, TODAY) };
}

describe('reading the print of a page with an MRZ', () => {
  test('does not read the whole page when the values confirm every fact', async () => {
    const { print, isWhole } = await lookAt(ALL, []);
    expect(isWhole).toBe(false);
    expect(print.words.map(({ text }) => text)).toEqual(ALL);
    expect((await lookAt(ALL.slice(1), [])).isWhole).toBe(true);
  });

  test('accepts a fact found by either look', async () => {
    const { print, agreement } = await lookAt(['ERIKSSON', 'L898902C3'], ['12 AUG 1974', '15.04.2038']);
    expect(print.words.map(({ text }) => text)).toEqual(['12 AUG 1974', '15.04.2038']);
    expect(isConfirmed(agreement)).toBe(true);
    expect(agreement.score).toBe(0.8);
  });

  test.each([
    ['surname', ALL.filter((text) => text !== 'ERIKSSON')],
    ['number', ALL.filter((text) => text !== 'L898902C3')],
    ['birth date', ALL.filter((text) => text !== '12 AUG 1974')],
    ['expiry', ALL.filter((text) => text !== '15.04.2038')],
  ])('confirms no print without the %s', async (_, seen) => {
    expect(isConfirmed((await lookAt(seen, seen)).agreement)).toBe(false);
  });

  test('calls a value different if both looks contradict it, doubtful if one does', async () => {
    const numberOf = async (values: string[], wholePage: string[]) => {
      const { agreement } = await lookAt(values, wholePage);
      expect(isConfirmed(agreement)).toBe(false);
      return agreement.documentNumber;
    };
    const other = [...ALL.slice(1), 'L898982C3'];
    expect(await numberOf(other, other)).toBe('differs');
    expect(await numberOf(other, [])).toBe('doubtful');
    expect(await numberOf(['ERIKSSON'], other)).toBe('doubtful');
    expect(await numberOf(other, ALL)).toBe('doubtful');
    expect(await numberOf([...ALL.slice(2), 'L898982C3', 'L898902C3'], ALL)).toBe('doubtful');
  });

  test('doubts another date seen by one look, unless the other look saw the right one', async () => {
    const expiryOf = async (values: string[], wholePage: string[]) =>
      (await lookAt(values, wholePage)).agreement.expiryDate;
    const other = [...ALL.slice(0, 4), 'Date of expiry', '15.04.2039'];
    const unlabelled = [...ALL.slice(0, 4), '15.04.2039'];
    expect(await expiryOf(other, other)).toBe('differs');
    expect(await expiryOf([], other)).toBe('doubtful');
    expect(await expiryOf(unlabelled, [])).toBe('doubtful');
    expect(await expiryOf(unlabelled, ALL)).toBe('agrees');
    expect(await expiryOf(unlabelled, other)).toBe('doubtful');
  });
});
