import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDF } from '@libpdf/core';
import { handFaceFor } from './hand-faces.js';

const { resolve } = createRequire(import.meta.url);
const FILES = {
  caveat: '@expo-google-fonts/caveat/500Medium/Caveat_500Medium.ttf',
  mynerve: '@expo-google-fonts/mynerve/Mynerve_400Regular.ttf',
};
/** Style sheets of the web fonts, which list the letters in each file. */
const SHEETS = {
  caveat: '@fontsource-variable/caveat/index.css',
  mynerve: '@fontsource/mynerve/400.css',
};

const letters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_none, index) => String.fromCodePoint(from + index)).filter(
    (letter) => /\p{L}/u.test(letter),
  );

describe('handwriting fonts of typed signatures', () => {
  it.each([
    ['Anna Maria Eriksson', 'caveat'],
    ['Łukasz Żółć-Dvořák', 'caveat'],
    ['Šárka O’Çelik', 'caveat'],
    ['Елена Щербакова', 'caveat'],
    ['Наталія Їжак', 'caveat'],
    ['Nguyễn Thị Ánh', 'mynerve'],
    ['Γιώργος Παπαδόπουλος', 'mynerve'],
    ['Έλλη Ϊωάννου', 'mynerve'],
    ['Γιω\u0301ργος', 'mynerve'],
    ['山田太郎', null],
    ['ليلى', null],
    ['דנה', null],
    ['Ἀχιλλεύς', null],
    ['Ιωάννης Щерба', null],
    ['Anna 🖋', null],
  ])('chooses a font for %s: %s', (name, face) => {
    expect(handFaceFor(name)).toBe(face);
  });

  it('covers Latin-1, Latin Extended-A except the long s, Greek, Cyrillic and Vietnamese', () => {
    const needed = [
      ...letters(0xc0, 0x17e),
      ...letters(0x386, 0x3ce).filter((letter) => letter === letter.normalize('NFC')),
      ...letters(0x400, 0x45f),
      ...letters(0x1ea0, 0x1ef9),
    ];
    expect(needed.filter((letter) => handFaceFor(letter) === null)).toEqual([]);
  });

  it('uses only letters contained in the font files of both the PDF and the page', () => {
    const pdf = PDF.create();
    const faces = (['caveat', 'mynerve'] as const).map((name) => {
      const font = pdf.embedFont(readFileSync(resolve(FILES[name])));
      const ranges = [...readFileSync(resolve(SHEETS[name]), 'utf8').matchAll(/unicode-range: ([^;]+);/g)]
        .flatMap(([, list]) => list!.split(','))
        .map((range) => range.trim().slice(2).split('-'))
        .map(([from, to = from]) => [parseInt(from!, 16), parseInt(to!, 16)] as const);
      const onPage = (code: number) => ranges.some(([from, to]) => code >= from && code <= to);
      return { name, has: (letter: string) => font.canEncode(letter) && onPage(letter.codePointAt(0)!) };
    });
    const wrong: string[] = [];
    for (let code = 0x20; code <= 0x2060; code++) {
      const letter = String.fromCodePoint(code);
      const face = handFaceFor(letter);
      if (face !== null && !faces.find(({ name }) => name === face)!.has(letter.normalize('NFC')))
        wrong.push(`${face} ${code.toString(16)}`);
    }
    expect(wrong).toEqual([]);
  });
});
