import { PDF } from '@libpdf/core';
import { Random } from '../../../scripts/mrz/random.js';
import { surelyFits } from '../entry-layout.js';
import { type StampPlace } from '../signature-stamp.js';
import { Fonts } from '../typesetting/fonts.js';
import { excessOf } from './measure-entries.js';

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const MARK = { name: 'a', label: '', cells: null, picture: null, stampLines: [] };
const SAMPLES = 2_000;

describe('entries that need not be measured', () => {
  const { regular } = new Fonts(PDF.create(), null);

  it('fit, whatever their letters are', () => {
    const random = new Random(29);
    const isSure = (
      value: string,
      { lines, ...box }: { lines: 1 | 'many'; width: number; height: number },
    ) => {
      const kind = random.pick(['text', 'number', 'choice', 'chosen_date'] as const);
      const place: StampPlace = {
        ...{ kind, page: 1, x: 0, y: 0, ...box, signer: 0, value, tagBox: null },
        form: { ...MARK, lines },
      };
      const isFound = surelyFits(value, box, { kind, ...place.form! });
      if (isFound) expect([value, box, excessOf(place, regular)]).toEqual([value, box, 0]);
      return isFound;
    };
    const texts = Array.from({ length: SAMPLES }, () =>
      Array.from({ length: random.between(1, 40) }, () => random.pick(ASCII)).join(''),
    );
    const sure = [...texts, ...ASCII.map((letter) => letter.repeat(30))].filter((text) =>
      isSure(text, {
        ...{ width: random.between(5, 250), height: random.between(5, 40) },
        lines: random.pick([1, 'many']),
      }),
    );
    expect(sure.length).toBeGreaterThan(SAMPLES / 4);
    expect(ASCII.filter((letter) => regular.widthOfTextAtSize(letter, 1) > 0.95)).toEqual([]);
  });

  it.each([
    ['other letters', 'é', 'text', null],
    ['several lines', 'a\nb', 'text', null],
    ['a comb', 'a', 'text', 9],
    ['a picture', 'a', 'stamp', null],
  ] as const)('are never %s', (_, value, kind, cells) => {
    expect(surelyFits(value, { width: 500, height: 500 }, { kind, lines: 1, cells })).toBe(false);
  });
});
