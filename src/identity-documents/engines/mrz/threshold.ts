import { type GreyImage } from '../imaging/grey-image.js';

// Local copies: these run for every pixel, and global look-ups are slow in a test runner's sandbox.
const { max, min, round } = Math;

/** Side of the averaging window, as a share of the image's longer side. */
const WINDOW_SHARE = 1 / 30;
const TILE = 32;

/**
 * Adaptive threshold (Bradley and Roth 2007): marks with 1 every pixel darker than `ratio` times the mean of
 * its surroundings. A lower ratio keeps only the darkest. `sums` is the image's `integralImage`.
 */
export function adaptiveThreshold(raster: GreyImage, sums: Uint32Array, ratio: number): Uint8Array {
  const { pixels, width, height } = raster;
  const radius = max(4, round((max(width, height) * WINDOW_SHARE) / 2));
  const stride = width + 1;
  const dark = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    const top = max(0, y - radius);
    const bottom = min(height, y + radius + 1);
    for (let x = 0; x < width; x++) {
      const left = max(0, x - radius);
      const right = min(width, x + radius + 1);
      const sum =
        sums[bottom * stride + right]! -
        sums[top * stride + right]! -
        sums[bottom * stride + left]! +
        sums[top * stride + left]!;
      const count = (bottom - top) * (right - left);
      if (pixels[y * width + x]! * count < sum * ratio) dark[y * width + x] = 1;
    }
  }
  return dark;
}

/**
 * Estimates the page without its print by greyscale closing with a square of 2 · `radius` + 1 pixels. Strokes
 * thinner than the square disappear, while the edge of a shadow stays in place.
 */
export function closeGreyscale({ pixels, width, height }: GreyImage, radius: number): Uint8Array {
  const bright = dilate(pixels, width, height, radius);
  return invert(dilate(invert(bright), width, height, radius));
}

/** Marks with 1 every pixel darker than `ratio` times the background. */
export function thresholdAgainst(page: Uint8Array, { pixels }: GreyImage, ratio: number): Uint8Array {
  const dark = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at++) if (pixels[at]! < page[at]! * ratio) dark[at] = 1;
  return dark;
}

/** Greyscale dilation by a square: along the rows, then along the columns. */
function dilate(pixels: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  return dilateColumns(dilateRows(pixels, width, height, radius), width, height, radius);
}

/**
 * Running maximum along the rows with three comparisons per pixel, whatever the radius (van Herk 1992, Gil
 * and Werman 1993): within blocks as long as the window, the maximum from the block's start and to its end.
 */
function dilateRows(pixels: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const window = 2 * radius + 1;
  const forward = new Uint8Array(width);
  const backward = new Uint8Array(width);
  const result = new Uint8Array(pixels.length);
  for (let row = 0; row < pixels.length; row += width) {
    for (let start = 0; start < width; start += window) {
      const end = min(width, start + window);
      let highest = 0;
      for (let x = start; x < end; x++) {
        const value = pixels[row + x]!;
        if (value > highest) highest = value;
        forward[x] = highest;
      }
      highest = 0;
      for (let x = end - 1; x >= start; x--) {
        const value = pixels[row + x]!;
        if (value > highest) highest = value;
        backward[x] = highest;
      }
    }
    for (let x = 0; x < width; x++) {
      const left = backward[x < radius ? 0 : x - radius]!;
      const right = forward[x + radius >= width ? width - 1 : x + radius]!;
      result[row + x] = left > right ? left : right;
    }
  }
  return result;
}

function dilateColumns(pixels: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const turned = transpose(pixels, width, height);
  return transpose(dilateRows(turned, height, width, radius), height, width);
}

/** Works in tiles that fit the processor's cache; pixel by pixel takes three times as long. */
function transpose(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const turned = new Uint8Array(pixels.length);
  for (let top = 0; top < height; top += TILE) {
    const bottom = min(height, top + TILE);
    for (let left = 0; left < width; left += TILE) {
      const right = min(width, left + TILE);
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) turned[x * height + y] = pixels[y * width + x]!;
      }
    }
  }
  return turned;
}

function invert(pixels: Uint8Array): Uint8Array {
  const result = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at++) result[at] = 255 - pixels[at]!;
  return result;
}
