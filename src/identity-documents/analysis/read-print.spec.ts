import { comparePrint, isConfirmed, type MachineReadFacts } from '../engines/text/compare-print.js';
import { type PrintedText } from '../engines/text/printed-text.js';
import { type PageLook } from '../engines/text/text.engine.js';
import { readTwice } from './read-print.js';

const FACTS: MachineReadFacts = {
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  documentNumber: 'L898902C3',
  birthDate: '1974-08-12',
  expiryDate: '2038-04-15',
};
const CONFIRMED = ['ERIKSSON', 'L898902C3'];
const NUMBER_DIFFERS = ['ERIKSSON', 'L898982C3'];
const NAME_ONLY = ['ERIKSSON'];

/** Words below each other, read with certainty. */
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

/** Reads these words at each look. @returns what counts in the end, and the looks that were taken */
async function look(flattened: string[], asPhotographed: string[]) {
  const { print, looks } = await lookAt(flattened, asPhotographed);
  return {
    looks,
    words: print.words.map(({ text }) => text),
    number: comparePrint(print, FACTS).documentNumber,
  };
}

async function lookAt(flattened: string[], asPhotographed: string[]) {
  const looks: PageLook[] = [];
  const words = { flattened, as_photographed: asPhotographed };
  const print = await readTwice((wanted) => {
    looks.push(wanted);
    return Promise.resolve(printOf(words[wanted]));
  }, FACTS);
  return { print, looks };
}

describe('reading the print of a page with an MRZ', () => {
  test('a confirmed first look is the only one', async () => {
    const { looks, words } = await look(CONFIRMED, []);
    expect(looks).toEqual(['flattened']);
    expect(words).toEqual(CONFIRMED);
  });

  test('a second look counts if it confirms the MRZ, or more of it', async () => {
    expect(await look([], CONFIRMED)).toMatchObject({ words: CONFIRMED, number: 'agrees' });
    expect((await look([], NAME_ONLY)).words).toEqual(NAME_ONLY);
    expect((await look(NAME_ONLY, [])).words).toEqual(NAME_ONLY);
  });

  test('a contradiction counts if both looks saw it', async () => {
    expect((await look(NUMBER_DIFFERS, NUMBER_DIFFERS)).number).toBe('differs');
  });

  test('another date that one look saw stays in doubt, whatever else agrees', async () => {
    const dateOf = async (flattened: string[], asPhotographed: string[]) =>
      comparePrint((await lookAt(flattened, asPhotographed)).print, FACTS);
    const other = [...CONFIRMED, 'Date of expiry', '15.04.2039'];
    expect((await dateOf(other, other)).expiryDate).toBe('differs');
    expect((await dateOf(other, CONFIRMED)).expiryDate).toBe('doubtful');
    expect((await dateOf(NAME_ONLY, other)).expiryDate).toBe('doubtful');
    expect(isConfirmed(await dateOf(NAME_ONLY, other))).toBe(false);
    const right = [...CONFIRMED, 'Date of expiry', '15.04.2038'];
    expect((await dateOf(NAME_ONLY, right)).expiryDate).toBe('agrees');
  });

  test('a contradiction that one look saw neither rejects nor confirms', async () => {
    expect((await look(NUMBER_DIFFERS, CONFIRMED)).number).toBe('unseen');
    expect((await look(NUMBER_DIFFERS, [])).number).toBe('unseen');
    expect((await look(NAME_ONLY, NUMBER_DIFFERS)).number).toBe('unseen');
  });
});
