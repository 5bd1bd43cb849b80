/**
 * The handwriting fonts for typed signatures, in order of preference. The first that has every letter of a name is
 * used for the whole name, both on the signing page and in the completed PDF. `covers` lists the code points
 * (hexadecimal ranges) contained in both font files, the PDF's and the page's.
 */
const FACES = [
  {
    /** Latin with diacritics and Cyrillic. */
    name: 'caveat',
    covers:
      '20-7e a1-ac ae-17e 18f 192 1c4-1cc 1d4 1e5 1e7 1e9-1eb 1ef 1f1-1f5 1fa-21b 21f 237 259 292 2bc 400-45f 462-463 ' +
      '46a-46b 472-475 48a-4a5 4a8-4ff 510-513 51a-51d 524-529 52e-52f 1e0c-1e0d 1e24-1e25 1e44-1e45 1e5a-1e5b 1e62-1e63 ' +
      '1e6c-1e6d 1e80-1e85 1e92-1e93 1ef2-1ef3 1ef8-1ef9 2010 2013-2014 2018-201a 201c-201e 2026 2039-203a',
  },
  {
    /** Greek, and Latin including Vietnamese. */
    name: 'mynerve',
    covers:
      '20-7e a1-ac ae-14d 150-17e 181 186-18a 18e-194 196-199 19d 1a0-1a1 1a4-1a5 1a9 1ac-1b4 1b7 1cd-1df 1e2-1eb 1ee-1ef ' +
      '1fa-1ff 218-21b 228-22b 232-233 237 242-245 24b-24c 251 253-254 256-257 259 25b 260 263 268-269 272 28a-28b 292 ' +
      '2b9 2bb-2bf 375 384-386 388-38a 38c 38e-3a1 3a3-3cf 3d7 1e04-1e05 1e0c-1e0f 1e12-1e13 1e20-1e21 1e24-1e25 ' +
      '1e2a-1e2b 1e2e-1e2f 1e34-1e4d 1e50-1e53 1e5c-1e5f 1e62-1e63 1e6c-1e71 1e80-1e85 1e8e-1e8f 1e92-1e97 1e9e ' +
      '1ea0-1ef9 2013-2014 2018-201a 201c-201e 2026 2039-203a',
  },
] as const;

export type HandFace = (typeof FACES)[number]['name'];

const COVERED = new Map<HandFace, Set<number>>(FACES.map(({ name, covers }) => [name, readRanges(covers)]));

/** The font that has all letters of the name; null if none does (other scripts): the signature must then be drawn. */
export function handFaceFor(name: string): HandFace | null {
  const letters = Array.from(name.normalize('NFC'), (letter) => letter.codePointAt(0)!);
  for (const [face, covered] of COVERED) if (letters.every((letter) => covered.has(letter))) return face;
  return null;
}

function readRanges(ranges: string): Set<number> {
  const covered = new Set<number>();
  for (const range of ranges.split(' ')) {
    const [from, to = from] = range.split('-').map((code) => parseInt(code, 16)) as [number, number?];
    for (let code = from; code <= to; code++) covered.add(code);
  }
  return covered;
}
