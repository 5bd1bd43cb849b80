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

/** Rotates the image clockwise by a number of quarter turns. */
export function rotateQuarterTurns(raster: GreyImage, quarterTurns: number): GreyImage {
  let turned = raster;
  for (let turn = 0; turn < quarterTurns; turn++) turned = turnOnce(turned);
  return turned;
}

function turnOnce({ pixels, width, height }: GreyImage): GreyImage {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + (height - 1 - y)] = pixels[y * width + x]!;
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
