import { type EntryRules, fitPicture, layEntry, layStamp, tooMany } from './entry-layout.js';

/** Every letter is half as wide as it is high, and Hebrew runs from right to left. */
const font = {
  widthOfTextAtSize: (text: string, size: number) => ([...text].length * size) / 2,
  isRightToLeft: (text: string) => /^\p{Script=Hebrew}/u.test(text),
};
const BOX = { width: 104, height: 18 };
const ONE: EntryRules = { kind: 'text', lines: 1, cells: null };
const MANY: EntryRules = { ...ONE, lines: 'many' };

const written = (text: string, box = BOX, rules = ONE) => layEntry(text, font, box, rules);
const linesOf = (text: string, box = BOX, rules = ONE) =>
  written(text, box, rules)?.lines.map((line) => line.text);

describe('the layout of a form’s entries', () => {
  it('writes a short entry in 11 points at mid-height, beginning at the left', () => {
    const y = 9 + (11 * 0.714) / 2;
    expect(written('Miller')).toEqual({
      size: 11,
      lines: [{ text: 'Miller', x: 2, y, width: 33, isRightToLeft: false }],
    });
    expect(written('שלום')!.lines[0]).toMatchObject({ x: 2, isRightToLeft: true });
  });

  it('ends amounts at the right, so that they stand in a column, and never breaks them', () => {
    for (const kind of ['number', 'formula'] as const) {
      expect(written('1,234.50', BOX, { ...ONE, kind })!.lines[0]!.x).toBe(102 - 44);
      expect(
        written('1 234 567 890 123 456 789 012 345 678', { width: 60, height: 90 }, { ...ONE, kind }),
      ).toBeNull();
    }
    expect(written('1 March 2026', { width: 34, height: 90 }, { ...ONE, kind: 'chosen_date' })).toBeNull();
  });

  it('takes the largest type in which all of an entry fits, on several lines if they fit', () => {
    expect(written('A name of 25 letters long')!.size).toBe(8);
    expect(linesOf('A name of some thirty letters here')).toEqual(['A name of some thirty', 'letters here']);
    expect(linesOf('A name of some thirty letters here', { ...BOX, height: 30 })).toHaveLength(2);
    expect(written('A name of some thirty letters here', { ...BOX, height: 30 })!.size).toBe(10);
  });

  it('keeps paragraphs, and begins at the top, or at the right where the text does', () => {
    const { size, lines } = written('One\n\nשלום', { width: 104, height: 80 }, MANY)!;
    expect(size).toBe(11);
    expect(lines.map(({ text, x }) => [text, x])).toEqual([
      ['One', 2],
      ['', 2],
      ['שלום', 102 - 22],
    ]);
    expect(lines[0]!.y).toBeCloseTo(2 + (15.4 + 11 * 0.714) / 2);
    expect(lines[2]!.y - lines[0]!.y).toBeCloseTo(2 * 15.4);
  });

  it('breaks a word that is longer than a line', () => {
    expect(linesOf('Donaudampfschifffahrt', { width: 59, height: 40 }, MANY)).toEqual([
      'Donaudampf',
      'schifffahr',
      't',
    ]);
  });

  it('centres each character in its cell, from the right where the text begins there', () => {
    const comb = { ...ONE, cells: 4 };
    const centres = (text: string) =>
      written(text, { width: 80, height: 18 }, comb)!.lines.map(({ x, width }) => x + width / 2);
    expect(centres('abc')).toEqual([10, 30, 50]);
    expect(centres('שלום')).toEqual([70, 50, 30, 10]);
    expect(tooMany('abcde', font, { width: 80, height: 18 }, comb)).toBe(1);
    expect(written('ab', { width: 8, height: 18 }, comb)).toBeNull();
  });

  it('refuses what does not fit at 6 points, and says by how many characters', () => {
    const box = { width: 34, height: 8 };
    expect(written('1234567890', box)!.size).toBe(6);
    expect(written('12345678901', box)).toBeNull();
    expect(tooMany('1234567890', font, box, ONE)).toBe(0);
    expect(tooMany('1234567890123', font, box, ONE)).toBe(3);
    expect(tooMany('Line\n'.repeat(10).trim(), font, { width: 60, height: 40 }, MANY)).toBe(
      '\nLine'.length * 5,
    );
    // A box that is too low has room for none, and a letter with its mark counts as two characters.
    expect(tooMany('पानी', font, { width: 60, height: 7 }, ONE)).toBe(4);
    expect(tooMany('', font, { width: 6, height: 6 }, ONE)).toBe(0);
  });

  it('puts the lines of a stamp below its picture, or next to it in a wide box', () => {
    const lines = ['Mill Ltd', 'Bath'];
    const square = { width: 100, height: 100 };
    const below = layStamp({ width: 240, height: 240 }, lines, font, square)!;
    expect(below.size).toBe(9);
    expect(below.picture!.y + below.picture!.height).toBeLessThan(below.lines[0]!.y - 9 * 0.714);
    expect(below.lines.at(-1)!.y).toBeLessThan(100);
    const beside = layStamp({ width: 240, height: 240 }, lines, font, { width: 180, height: 60 })!;
    expect(beside.picture).toEqual({ x: 0, y: 0, width: 60, height: 60 });
    expect(beside.lines.map(({ x }) => x)).toEqual([62, 62]);
    expect(layStamp(null, lines, font, square)!.picture).toBeNull();
    expect(layStamp(null, [], font, square)).toEqual({ size: 0, lines: [], picture: null });
    expect(layStamp(null, Array<string>(5).fill('A line'), font, { width: 100, height: 30 })).toBeNull();
  });

  it('puts a picture in the middle of its box, whole and in its own proportions', () => {
    expect(fitPicture({ width: 600, height: 100 }, { width: 120, height: 60 })).toEqual({
      ...{ x: 0, y: 20, width: 120, height: 20 },
    });
    expect(fitPicture({ width: 10, height: 10 }, { width: 120, height: 60 })).toMatchObject({
      x: 30,
      height: 60,
    });
  });
});
