import { layHand, layPicture, laySquare, layText, strokesPath } from './mark-layout.js';

/** Every letter is half as wide as it is high. */
const font = { widthOfTextAtSize: (text: string, size: number) => (text.length * size) / 2 };
const BOX = { width: 204, height: 68 };

describe('the layout of what goes into a field', () => {
  it('writes a name by hand as large as the box allows, on a baseline above its bottom', () => {
    expect(layHand('Anna', font, true, BOX)).toEqual({ size: 38, lines: [{ text: 'Anna', x: 4, y: 54.4 }] });
    expect(layHand('Anna Maria Eriksson', font, true, BOX).size).toBe(20);
    expect(layHand('Anna', font, false, BOX).size).toBe(19);
  });

  it('breaks a name that is too long for one line, from the top to the baseline', () => {
    const { size, lines } = layHand('Anna Maria Eriksson of Uppsala', font, true, { width: 80, height: 68 });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.at(-1)!.y).toBeCloseTo(54.4);
    expect(lines.at(-1)!.y - lines.at(-2)!.y).toBeCloseTo(size);
  });

  it('prints an entry in the middle of its height, smaller where there is little room', () => {
    expect(layText('Miller', font, { width: 160, height: 20 })).toEqual({
      size: 11,
      lines: [{ text: 'Miller', x: 2, y: 4.5 + (11 + 11 * 0.714) / 2 }],
    });
    expect(layText('Miller', font, { width: 160, height: 6 }).size).toBe(6);
    expect(layText('Miller', font, { width: 10, height: 3 }).size).toBe(4);
  });

  it('puts a picture at the bottom, in its own shape', () => {
    expect(layPicture({ width: 600, height: 100 }, { width: 128, height: 68 })).toEqual({
      x: 4,
      y: 46,
      width: 120,
      height: 20,
    });
  });

  it('puts a square with its tick in the middle', () => {
    const { x, y, side, tick } = laySquare({ width: 30, height: 10 });
    expect([x, y, side]).toEqual([11, 1, 8]);
    expect(
      tick.every(([across, down]) => across > x && across < x + side && down > y && down < y + side),
    ).toBe(true);
  });

  it('draws strokes as curves through their midpoints, and points outside at the edge', () => {
    const box = { width: 30, height: 10 };
    expect(strokesPath([[0, 0, 0.5, 0.5, 1, 2]], box)).toEqual({
      path: 'M0 0Q15 5 22.5 7.5L30 10',
      width: (1.3 * 30) / 204,
    });
    expect(strokesPath([[0.5, 0.5], []], box).path).toBe('M15 5L15 5');
    // In the box's lower left corner, since the shape of the pad is kept.
    expect(strokesPath([[0, 0, 1, 1]], { width: 60, height: 10 }).path).toBe('M0 0L30 10');
    expect(() => strokesPath([Array<number>(10_002).fill(0)], box)).toThrow(RangeError);
  });
});
