import { type Point } from '../../imaging/grey-image.js';
import { type RgbImage } from '../../imaging/rgb-image.js';
import { type LineBox, smallestRectangle } from './smallest-rectangle.js';

/** The network requires sides that are multiples of this. */
const STRIDE = 32;
/** Values of the training pictures for blue, green and red (PaddleOCR, `NormalizeImage`). */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;
/** Threshold for a pixel to be text, and for a line's mean (PaddleOCR, `DBPostProcess`). */
const TEXT = 0.3;
const LINE = 0.5;
const MIN_PIXELS = 12;
const MIN_HALF_HEIGHT = 1.5;
/**
 * The network marks only the middle of a line, so it is widened by this multiple of area divided by circumference.
 */
const WIDENING = 1.6;
/** No upright line is taller than this multiple of its width. */
const MAX_TALLNESS = 1.5;

/** Input of the detector: three planes of `width` × `height` values. */
export interface DetectorInput {
  values: Float32Array;
  width: number;
  height: number;
}

/** The page in the form that the network was trained on, surrounded by white. */
export function toDetectorInput(page: RgbImage): DetectorInput {
  const [width, height] = [page.width, page.height].map((side) => Math.ceil(side / STRIDE) * STRIDE) as [
    number,
    number,
  ];
  const values = new Float32Array(3 * width * height);
  for (let channel = 0; channel < 3; channel++) {
    const [mean, deviation] = [MEAN[channel]!, DEVIATION[channel]!];
    const plane = values.subarray(channel * width * height, (channel + 1) * width * height);
    plane.fill((1 - mean) / deviation);
    for (let y = 0; y < page.height; y++)
      for (let x = 0; x < page.width; x++)
        plane[y * width + x] =
          (page.pixels[(y * page.width + x) * 3 + 2 - channel]! / 255 - mean) / deviation;
  }
  return { values, width, height };
}

/** The lines of text in the detector's map of probabilities, from top to bottom. */
export function findLines(map: Float32Array, width: number, height: number): LineBox[] {
  const seen = new Uint8Array(map.length);
  const boxes: LineBox[] = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || map[start]! <= TEXT) continue;
    const pixels = takeRegion(map, width, height, seen, start);
    const box = pixels.length >= MIN_PIXELS ? boxOf(pixels, map, width) : null;
    if (box) boxes.push(box);
  }
  return boxes.sort((a, b) => a.centre.y - b.centre.y || a.centre.x - b.centre.x);
}

/** Adjacent pixels of text, including at corners. */
function takeRegion(
  map: Float32Array,
  width: number,
  height: number,
  seen: Uint8Array,
  start: number,
): number[] {
  const region = [start];
  seen[start] = 1;
  for (let at = 0; at < region.length; at++) {
    const [x, y] = [region[at]! % width, Math.floor(region[at]! / width)];
    for (let below = Math.max(0, y - 1); below <= Math.min(height - 1, y + 1); below++)
      for (let right = Math.max(0, x - 1); right <= Math.min(width - 1, x + 1); right++) {
        const next = below * width + right;
        if (seen[next] || map[next]! <= TEXT) continue;
        seen[next] = 1;
        region.push(next);
      }
  }
  return region;
}

function boxOf(pixels: readonly number[], map: Float32Array, width: number): LineBox | null {
  const mean = pixels.reduce((sum, pixel) => sum + map[pixel]!, 0) / pixels.length;
  const points = pixels.map((pixel): Point => ({ x: pixel % width, y: Math.floor(pixel / width) }));
  const box = smallestRectangle(points);
  if (!box || mean < LINE || Math.min(box.halfWidth, box.halfHeight) < MIN_HALF_HEIGHT) return null;
  const rim = (WIDENING * box.halfWidth * box.halfHeight) / (box.halfWidth + box.halfHeight);
  const wide = { ...box, halfWidth: box.halfWidth + rim, halfHeight: box.halfHeight + rim };
  return wide.halfHeight > MAX_TALLNESS * wide.halfWidth ? null : wide;
}
