import { type Raster } from './raster.js';

// Asked for once: these run for every pixel, and a test runner's sandbox is slow to look a global up.
const { max, min, round } = Math;

/** Side of the square whose mean decides what is dark, as a share of the picture's longer side. */
const WINDOW_SHARE = 1 / 30;

/** Sums of all pixels above and to the left, one row and column wider than the picture. */
export function sumTable({ pixels, width, height }: Raster): Uint32Array {
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let rowSum = 0;
    for (let x = 0; x < width; x++) {
      rowSum += pixels[y * width + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + rowSum;
    }
  }
  return sums;
}

/**
 * Marks with 1 every pixel darker than `strength` times the mean of its surroundings: print, in any light.
 * A smaller strength keeps only the blackest. `sums` is the picture's `sumTable`.
 */
export function darkPixels(raster: Raster, sums: Uint32Array, strength: number): Uint8Array {
  const { pixels, width, height } = raster;
  const reach = max(4, round((max(width, height) * WINDOW_SHARE) / 2));
  const stride = width + 1;
  const dark = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    const top = max(0, y - reach);
    const bottom = min(height, y + reach + 1);
    for (let x = 0; x < width; x++) {
      const left = max(0, x - reach);
      const right = min(width, x + reach + 1);
      const sum =
        sums[bottom * stride + right]! -
        sums[top * stride + right]! -
        sums[bottom * stride + left]! +
        sums[top * stride + left]!;
      const count = (bottom - top) * (right - left);
      if (pixels[y * width + x]! * count < sum * strength) dark[y * width + x] = 1;
    }
  }
  return dark;
}
