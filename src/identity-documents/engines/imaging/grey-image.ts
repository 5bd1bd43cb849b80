// Local copies: these run for every pixel, and global look-ups are slow in a test runner's sandbox.
const { floor, max, min } = Math;

/** Greyscale image, one byte per pixel (0 is black), row by row. */
export interface GreyImage {
  pixels: Uint8Array;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Clockwise degrees. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** Side of the squares in which an image is turned: they fit the processor's cache. */
const TILE = 32;

/** Rotates the image clockwise by 0 to 3 quarter turns. */
export function rotateQuarterTurns(raster: GreyImage, quarterTurns: number): GreyImage {
  const half = quarterTurns >= 2 ? { ...raster, pixels: new Uint8Array(raster.pixels).reverse() } : raster;
  return quarterTurns % 2 === 1 ? turnOnce(half) : half;
}

function turnOnce({ pixels, width, height }: GreyImage): GreyImage {
  const turned = new Uint8Array(pixels.length);
  for (let top = 0; top < height; top += TILE) {
    const bottom = min(height, top + TILE);
    for (let left = 0; left < width; left += TILE) {
      const right = min(width, left + TILE);
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) turned[x * height + (height - 1 - y)] = pixels[y * width + x]!;
    }
  }
  return { pixels: turned, width: height, height: width };
}

/** Grey level between pixels (bilinear); outside the image, that of the nearest edge. */
export function sampleGrey({ pixels, width, height }: GreyImage, x: number, y: number): number {
  const left = min(max(floor(x), 0), width - 2);
  const top = min(max(floor(y), 0), height - 2);
  const fx = min(max(x - left, 0), 1);
  const fy = min(max(y - top, 0), 1);
  const at = top * width + left;
  const above = pixels[at]! * (1 - fx) + pixels[at + 1]! * fx;
  const below = pixels[at + width]! * (1 - fx) + pixels[at + width + 1]! * fx;
  return above * (1 - fy) + below * fy;
}
