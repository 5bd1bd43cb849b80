import { type RgbImage, sampleColour } from '../../imaging/rgb-image.js';
import { type LineBox } from './smallest-rectangle.js';

/** Height in pixels of the lines that the network reads. */
export const LINE_HEIGHT = 48;
/** The network's input width is a multiple of this. */
const BUCKET = 32;
const MIN_WIDTH = 64;
const MOST_SAMPLES = 4;

/** Input of the recognizer: three planes of `width` × LINE_HEIGHT values. The line fills the first `lineWidth` columns. */
export interface LineInput {
  values: Float32Array;
  width: number;
  lineWidth: number;
}

/** A line, made horizontal and LINE_HEIGHT tall, in blue, green and red from -1 to 1. A larger line is averaged. */
export function cutLineBox(page: RgbImage, { centre, along, halfWidth, halfHeight }: LineBox): LineInput {
  const scale = LINE_HEIGHT / (2 * halfHeight);
  const lineWidth = Math.max(8, Math.round(2 * halfWidth * scale));
  const width = Math.max(MIN_WIDTH, Math.ceil(lineWidth / BUCKET) * BUCKET);
  const samples = Math.max(1, Math.min(MOST_SAMPLES, Math.round(1 / scale)));
  const values = new Float32Array(3 * width * LINE_HEIGHT);
  const colour = new Uint8Array(3);
  for (let y = 0; y < LINE_HEIGHT; y++)
    for (let x = 0; x < lineWidth; x++) {
      const sums = [0, 0, 0];
      for (let sample = 0; sample < samples ** 2; sample++) {
        const right = (x + ((sample % samples) + 0.5) / samples) / scale - halfWidth;
        const down = (y + (Math.floor(sample / samples) + 0.5) / samples) / scale - halfHeight;
        sampleInside(
          page,
          centre.x + right * along.x - down * along.y,
          centre.y + right * along.y + down * along.x,
          colour,
        );
        for (let channel = 0; channel < 3; channel++) sums[channel]! += colour[2 - channel]!;
      }
      for (let channel = 0; channel < 3; channel++)
        values[(channel * LINE_HEIGHT + y) * width + x] = sums[channel]! / samples ** 2 / 127.5 - 1;
    }
  return { values, width, lineWidth };
}

function sampleInside(page: RgbImage, x: number, y: number, into: Uint8Array): void {
  const within = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);
  sampleColour(page, within(x, page.width), within(y, page.height), into, 0);
}
