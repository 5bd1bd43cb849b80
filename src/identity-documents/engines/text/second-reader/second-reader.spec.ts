import { type Point } from '../../imaging/grey-image.js';
import { cutLineBox, LINE_HEIGHT } from './cut-line-box.js';
import { findLines, toDetectorInput } from './find-lines.js';
import { inReadingOrder, readCharacters, toWords } from './line-words.js';
import { type LineBox, smallestRectangle } from './smallest-rectangle.js';

const box = (x: number, y: number, halfWidth: number, halfHeight: number, angle = 0): LineBox => ({
  centre: { x, y },
  along: { x: Math.cos(angle), y: Math.sin(angle) },
  halfWidth,
  halfHeight,
});

/** The pixels of a bar of `width` × `height` around a point, turned by `angle`. */
function barAt(centre: Point, width: number, height: number, angle: number): Point[] {
  const points: Point[] = [];
  for (let y = 0; y < 200; y++)
    for (let x = 0; x < 300; x++) {
      const [right, down] = [x - centre.x, y - centre.y];
      const along = right * Math.cos(angle) + down * Math.sin(angle);
      const across = down * Math.cos(angle) - right * Math.sin(angle);
      if (Math.abs(along) <= width / 2 && Math.abs(across) <= height / 2) points.push({ x, y });
    }
  return points;
}

describe('the smallest rectangle around pixels', () => {
  test.each([-30, -10, 0, 10, 30])('finds the rectangle along a bar that leans by %d°', (degrees) => {
    const angle = (degrees / 180) * Math.PI;
    const found = smallestRectangle(barAt({ x: 150, y: 100 }, 160, 20, angle))!;
    expect(Math.hypot(found.centre.x - 150, found.centre.y - 100)).toBeLessThan(1.5);
    expect(Math.abs(Math.atan2(found.along.y, found.along.x) - angle)).toBeLessThan(0.03);
    expect(Math.abs(2 * found.halfWidth - 160)).toBeLessThan(4);
    expect(Math.abs(2 * found.halfHeight - 20)).toBeLessThan(4);
  });

  test('finds no rectangle around fewer than two points', () => {
    expect(smallestRectangle([])).toBeNull();
    expect(smallestRectangle([{ x: 1, y: 1 }])).toBeNull();
  });
});

describe('lines in the detector’s map', () => {
  const map = new Float32Array(128 * 64);
  const mark = (left: number, top: number, width: number, height: number, value: number) => {
    for (let y = top; y < top + height; y++) map.fill(value, y * 128 + left, y * 128 + left + width);
  };
  mark(10, 10, 60, 6, 0.9);
  mark(10, 40, 40, 6, 0.4);
  mark(100, 5, 5, 40, 0.9);
  mark(80, 55, 3, 3, 0.9);

  test('finds lines above a probability, unless they are specks or upright', () => {
    const lines = findLines(map, 128, 64);
    expect(lines).toHaveLength(1);
    const [{ centre, halfWidth, halfHeight }] = lines as [LineBox];
    expect([Math.round(centre.x), Math.round(centre.y)]).toEqual([40, 13]);
    expect([Math.round(halfWidth), Math.round(halfHeight)]).toEqual([34, 7]);
  });

  test('pads the detector’s input with white to multiples of 32', () => {
    const { values, width, height } = toDetectorInput({
      pixels: new Uint8Array(3 * 40 * 20),
      width: 40,
      height: 20,
    });
    expect([width, height, values.length]).toEqual([64, 32, 3 * 64 * 32]);
    expect(values[0]).toBeCloseTo(-0.485 / 0.229);
    expect(values[63]).toBeCloseTo((1 - 0.485) / 0.229);
  });
});

test('cuts a line out horizontally, blue first, at the height that the network needs', () => {
  const page = {
    pixels: new Uint8Array(3 * 100 * 50).map((_, index) => (index % 3 === 0 ? 255 : 0)),
    width: 100,
    height: 50,
  };
  const { values, width, lineWidth } = cutLineBox(page, box(50, 25, 40, 10, 0.2));
  expect([width, lineWidth]).toEqual([192, 192]);
  expect(values).toHaveLength(3 * width * LINE_HEIGHT);
  const plane = (channel: number) => values[(channel * LINE_HEIGHT + 24) * width + 96];
  expect([plane(0), plane(1), plane(2)]).toEqual([-1, -1, 1]);
});

describe('characters of a line', () => {
  const characters = ['', 'A', 'B', '中', ' '];
  const steps = (...best: number[]) =>
    new Float32Array(best.flatMap((each) => characters.map((_, index) => (index === each ? 0.9 : 0.02))));
  const read = (...best: number[]) =>
    readCharacters(steps(...best), [best.length, characters.length], {
      characters,
      allowed: [0, 1, 2, 4],
      widening: 1,
    });

  test('takes a character at each step that differs, with blanks as separators', () => {
    expect(read(1, 1, 0, 1, 2, 0).map(({ text }) => text)).toEqual(['A', 'A', 'B']);
  });

  test('never reads characters of another script', () => {
    expect(read(3, 1).map(({ text }) => text)).toEqual(['A']);
  });

  test('forms words between spaces and wide gaps, at their places', () => {
    const at = (text: string, place: number) => ({ text, confidence: 0.9, at: place });
    const page = { width: 200, height: 100 };
    const line = [at('1', 0.1), at('2', 0.2), at(' ', 0.3), at('M', 0.4), at('A', 0.5), at('X', 0.9)];
    const words = toWords(line, box(100, 50, 80, 10), page);
    expect(words.map(({ text }) => text)).toEqual(['12', 'MA', 'X']);
    expect(words[0]!.x).toBeCloseTo((20 + 0.05 * 160) / 200);
    expect(words[0]!.y + words[0]!.h / 2).toBeCloseTo(0.5);
  });
});

test('orders lines by rows, and each row from left to right', () => {
  const boxes = [box(150, 20, 30, 8), box(60, 60, 30, 8), box(50, 22, 30, 8)];
  expect(inReadingOrder(boxes).map(({ centre }) => centre.x)).toEqual([50, 150, 60]);
});
