import { graphemesOf } from './plain-text.js';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const segmented = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Letters and signs of European scripts, and Han ideographs. */
const BLOCKS = [
  [0x0a, 0x0a],
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0x2ff],
  [0x370, 0x482],
  [0x48a, 0x52f],
  [0x4e00, 0x9fff],
] as const;

const everyLetter = BLOCKS.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)),
);

describe('graphemesOf', () => {
  it('splits letters without marks into characters, as the segmenter does', () => {
    const text = everyLetter.join('');
    expect(graphemesOf(text)).toEqual(segmented(text));
    const doubled = everyLetter.map((letter) => letter + letter).join('');
    expect(graphemesOf(doubled)).toEqual(segmented(doubled));
  });

  it.each(['e\u0301tude', 'a\r\nb', 'x\u0483', '🇩🇪!', '一\u3099', 'ab\u200dc'])(
    'keeps the graphemes of %j together',
    (text) => {
      expect(graphemesOf(text)).toEqual(segmented(text));
      expect(graphemesOf(text).length).toBeLessThan(text.length);
    },
  );
});
