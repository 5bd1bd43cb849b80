import { type GreyImage } from '../imaging/grey-image.js';
import { cutLine, findValueLines } from './value-lines.js';

/** A white page with black bars in place of characters: left edge, top edge, height. */
function pageWith(...bars: [number, number, number][]): GreyImage {
  const [width, height] = [400, 200];
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, top, tall] of bars)
    for (let y = top; y < top + tall; y++) pixels.fill(0, y * width + left, y * width + left + 10);
  return { pixels, width, height };
}

/** The lines found, with their edges in whole pixels. */
const linesOf = (page: GreyImage) =>
  findValueLines(page).map((line) =>
    Object.fromEntries(Object.entries(line).map(([edge, at]) => [edge, Math.round(at as number)])),
  );

const row = (top: number, tall: number, ...lefts: number[]) =>
  lefts.map((left): [number, number, number] => [left, top, tall]);

describe('lines of values', () => {
  it('groups characters of one height in a row into a line, dates with their gaps', () => {
    const page = pageWith(...row(50, 20, 20, 35, 90, 105), ...row(120, 24, 200, 216, 232));
    expect(linesOf(page)).toEqual([
      { left: 20, top: 50, right: 115, bottom: 70, glyph: 20 },
      { left: 200, top: 120, right: 242, bottom: 144, glyph: 24 },
    ]);
  });

  it('finds no lines in labels or specks, and splits two columns', () => {
    expect(findValueLines(pageWith(...row(50, 11, 20, 35, 50, 65)))).toEqual([]);
    expect(findValueLines(pageWith(...row(50, 20, 20)))).toEqual([]);
    const columns = pageWith(...row(50, 20, 20, 35, 50, 200, 215, 230));
    expect(linesOf(columns).map(({ left, right }) => [left, right])).toEqual([
      [20, 60],
      [200, 240],
    ]);
  });

  it('cuts a line out with a white rim, enlarged to a fixed height', () => {
    const place = { left: 0, top: 0, right: 40, bottom: 16, glyph: 16 };
    const { line, scale, left, top } = cutLine(pageWith(...row(0, 16, 0, 15, 30)), place, 32);
    expect({ scale, left, top, width: line.width, height: line.height }).toEqual({
      scale: 2,
      left: -8,
      top: -8,
      width: 112,
      height: 64,
    });
    expect([line.pixels[0], line.pixels[32 * line.width + 20]]).toEqual([255, 0]);
  });
});
