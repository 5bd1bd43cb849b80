import { layHand, layPicture, laySquare, layStrokes, layText, strokesPath } from './mark-layout.js';

/** Every letter is half as wide as it is high. */
const font = { widthOfTextAtSize: (text: string, size: number) => (text.length * size) / 2 };
const BOX = { width: 204, height: 68 };

describe('layout of a field’s content', () => {
  it('writes a name by hand as large as the box allows, on a baseline above its bottom', () => {
    expect(layHand('Anna', font, true, BOX)).toEqual({ size: 38, lines: [{ text: 'Anna', x: 4, y: 54.4 }] });
    expect(layHand('Anna Maria Eriksson', font, true, BOX).size).toBe(20);
    expect(layHand('Anna', font, false, BOX).size).toBe(19);
  });

  it('breaks a name that is too long for one line, upwards from the baseline', () => {
    const { size, lines } = layHand('Anna Maria Eriksson of Uppsala', font, true, { width: 80, height: 68 });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.at(-1)!.y).toBeCloseTo(54.4);
    expect(lines.at(-1)!.y - lines.at(-2)!.y).toBeCloseTo(size);
  });

  it('prints an entry at mid-height, smaller where space is short', () => {
    expect(layText('Miller', font, { width: 160, height: 20 })).toEqual({
      size: 11,
      lines: [{ text: 'Miller', x: 2, y: 4.5 + (11 + 11 * 0.714) / 2 }],
    });
    expect(layText('Miller', font, { width: 160, height: 6 }).size).toBe(6);
    expect(layText('Miller', font, { width: 10, height: 3 }).size).toBe(4);
  });

  it('places a picture at the bottom, in its own proportions', () => {
    expect(layPicture({ width: 600, height: 100 }, { width: 128, height: 68 })).toEqual({
      x: 4,
      y: 46,
      width: 120,
      height: 20,
    });
  });

  it('centres a square with its tick', () => {
    const { x, y, side, tick } = laySquare({ width: 30, height: 10 });
    expect([x, y, side]).toEqual([11, 1, 8]);
    expect(
      tick.every(([across, down]) => across > x && across < x + side && down > y && down < y + side),
    ).toBe(true);
  });

  it('draws strokes as curves through their midpoints, and points outside at the edge', () => {
    const box = { width: 68, height: 24 };
    expect(strokesPath([[0, 0, 0.5, 0.5, 1, 2]], box)).toEqual({
      path: 'M4 2Q34 12 49 17L64 22',
      width: (1.3 * 20) / 64,
    });
    expect(() => strokesPath([Array<number>(10_002).fill(0)], box)).toThrow(RangeError);
  });

  it('trims drawn marks to their ink, wherever on the pad they were drawn', () => {
    const box = { width: 68, height: 24 };
    const corner = [0, 0, 0.1, 0.15, 0.2, 0.3];
    const moved = corner.map((share, index) => share + (index % 2 ? 0.6 : 0.7));
    const { path } = strokesPath([corner], box);
    expect(path).toBe('M4 2Q24 12 34 17L44 22');
    expect(strokesPath([moved], box).path).toBe(path);
    // A dot is not made into a blot.
    expect(strokesPath([[0.5, 0.5], []], box).path).toBe('M4 2L4 2');
  });

  it('places a drawing that was made once in each box, where its path would be', () => {
    const strokes = [[0.2, 0.4, 0.5, 0.9]];
    const { x, bottom, share } = layStrokes(strokes, { width: 68, height: 24 });
    expect(x).toBe(4);
    expect(bottom).toBeCloseTo(22);
    expect(share).toBeCloseTo(20 / 64);
  });
});
