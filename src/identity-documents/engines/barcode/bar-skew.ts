import sharp from 'sharp';
import { type GreyImage } from '../imaging/grey-image.js';

// Local copies: these run for every pixel, and global look-ups are slow in a test runner's sandbox.
const { atan2, floor, hypot, PI } = Math;

/** Sigma in pixels. Edges of sharp bars are steps of whole pixels, which look less skewed than they are. */
const SMOOTHING = 2.2;
/** Sides of the squares whose direction is measured, in pixels. */
const CELL = 16;
/** Mean of squared differences of neighbouring pixels; paper has less. */
const MIN_ENERGY = 900;
const BINS_PER_DEGREE = 4;
const BINS = 90 * BINS_PER_DEGREE;
/** Bins on each side that count as the same direction. */
const SPREAD = 6;

/**
 * How far most edges of an image lean from upright or level, clockwise, in degrees from -45 to 45: a barcode's bars
 * are the most numerous and straightest. Each square votes for the direction of its structure tensor, weighted by
 * contrast and by how well its edges agree. 0 if there are no edges.
 */
export async function skewOfBars(image: GreyImage): Promise<number> {
  const { pixels, width, height } = image;
  const smooth = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .blur(SMOOTHING)
    .greyscale()
    .raw()
    .toBuffer();
  const votes = directions({ pixels: smooth, width, height });
  const around = (at: number, weigh: (vote: number, offset: number) => number) => {
    let sum = 0;
    for (let offset = -SPREAD; offset <= SPREAD; offset++)
      sum += weigh(votes[(at + offset + BINS) % BINS]!, offset);
    return sum;
  };
  let [peak, most] = [0, 0];
  for (let at = 0; at < BINS; at++) {
    const sum = around(at, (vote) => vote);
    if (sum > most) [peak, most] = [at, sum];
  }
  if (most === 0) return 0;
  const degrees = (peak + 0.5 + around(peak, (vote, offset) => vote * offset) / most) / BINS_PER_DEGREE;
  return degrees > 45 ? degrees - 90 : degrees;
}

/** The votes of all squares by their direction, modulo a quarter turn. */
function directions({ pixels, width, height }: GreyImage): Float64Array {
  const votes = new Float64Array(BINS);
  for (let top = 1; top + CELL < height; top += CELL)
    for (let left = 1; left + CELL < width; left += CELL) {
      let [xx, yy, xy] = [0, 0, 0];
      for (let y = top; y < top + CELL; y++)
        for (let x = left; x < left + CELL; x++) {
          const at = y * width + x;
          const dx = pixels[at + 1]! - pixels[at - 1]!;
          const dy = pixels[at + width]! - pixels[at - width]!;
          xx += dx * dx;
          yy += dy * dy;
          xy += dx * dy;
        }
      const energy = xx + yy;
      if (energy < MIN_ENERGY * CELL * CELL) continue;
      const agreement = hypot(xx - yy, 2 * xy) / energy;
      const degrees = (90 / PI) * atan2(2 * xy, xx - yy);
      votes[floor(((degrees + 180) % 90) * BINS_PER_DEGREE)]! += energy * agreement * agreement;
    }
  return votes;
}
