import { PDF } from '@libpdf/core';
import { Fonts } from './fonts.js';
import { MISSING, printable } from './printable-text.js';
import { fitText, wrapLines } from './text-lines.js';

const font = new Fonts(PDF.create(), null).regular;
const SIZE = 10;

describe('printable', () => {
  it('keeps Latin, Greek and Cyrillic letters, composed', () => {
    expect(printable('Zoe\u0308 Ωμέγα Жук', font)).toBe('Zoë Ωμέγα Жук');
    expect(printable('e\u0301', font)).toBe('é');
  });

  it('replaces each grapheme by a single mark', () => {
    expect(printable('a👩‍👩‍👧b', font)).toBe(`a${MISSING}b`);
    expect(printable('\uD800', font)).toBe(MISSING);
  });

  it('drops invisible characters and keeps line breaks', () => {
    expect(printable('a\u202Eb\u0000c\u200Dd\uFE0F', font)).toBe('abcd');
    expect(printable('a\r\nb\rc\u2028d\te', font)).toBe('a\nb\nc\nd    e');
  });
});

describe('wrapLines', () => {
  const widest = (lines: string[]) => Math.max(...lines.map((line) => font.widthOfTextAtSize(line, SIZE)));

  it('breaks lines at spaces and keeps blank lines and indents', () => {
    expect(wrapLines('one two\n\n  three', font, SIZE, 500)).toEqual(['one two', '', '  three']);
    const lines = wrapLines('the quick brown fox jumps over the lazy dog', font, SIZE, 80);
    expect(lines.join(' ')).toBe('the quick brown fox jumps over the lazy dog');
    expect(widest(lines)).toBeLessThanOrEqual(80);
  });

  it('breaks a line inside a word that is wider than it', () => {
    const lines = wrapLines(`see ${'abcdefghij'.repeat(20)} there`, font, SIZE, 120);
    expect(lines.join('').replace(/ /g, '')).toBe(`see${'abcdefghij'.repeat(20)}there`);
    expect(widest(lines)).toBeLessThanOrEqual(120);
  });
});

describe('fitText', () => {
  const box = { width: 200, height: 60, largest: 38, smallest: 9 };

  it('fits text as large as the box allows, but never below the minimum', () => {
    expect(fitText('Jo', font, box).size).toBe(38);
    const long = fitText('Alexandra Featherstonehaugh of the Long Name', font, box);
    expect(long.lines.length * long.size).toBeLessThanOrEqual(60);
    expect(fitText('m'.repeat(1000), font, box).size).toBe(9);
  });
});
