import { rotateQuarterTurns } from './grey-image.js';

/** Every pixel differs; a Buffer, as decoders return it. */
const WIDTH = 37;
const HEIGHT = 5;
const picture = () => Buffer.from(Array.from({ length: WIDTH * HEIGHT }, (_, at) => at));

/** After a clockwise turn, the new top row is the old left column, read upwards. */
it.each<[number, number, (x: number, y: number) => number]>([
  [0, WIDTH, (x, y) => y * WIDTH + x],
  [1, HEIGHT, (x, y) => (HEIGHT - 1 - x) * WIDTH + y],
  [2, WIDTH, (x, y) => (HEIGHT - 1 - y) * WIDTH + (WIDTH - 1 - x)],
  [3, HEIGHT, (x, y) => x * WIDTH + (WIDTH - 1 - y)],
])('rotates by %i quarter turns and leaves the original unchanged', (turns, width, source) => {
  const pixels = picture();
  const turned = rotateQuarterTurns({ pixels, width: WIDTH, height: HEIGHT }, turns);
  expect([turned.width, turned.height]).toEqual([width, (WIDTH * HEIGHT) / width]);
  const expected = Array.from({ length: pixels.length }, (_, at) =>
    source(at % width, Math.floor(at / width)),
  );
  expect([...turned.pixels]).toEqual(expected);
  expect(pixels.equals(picture())).toBe(true);
});
