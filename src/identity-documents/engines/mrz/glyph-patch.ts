import { type GreyImage, type Point, sampleGrey } from '../imaging/grey-image.js';
import { type Grid } from './grid.js';

/** Size in pixels of the grey patch that the classifier sees. */
export const PATCH_WIDTH = 20;
export const PATCH_HEIGHT = 26;

/** How much of the page a patch covers, in pitches: the cell and a margin around it. */
const CELL_SPAN_X = 1.15;
const CELL_SPAN_Y = 1.5;

/** Below this standard deviation of grey levels, a patch is only noise. */
const MIN_DEVIATION = 1;

/** The normalized patch of one cell, row by row; see samplePatch for `stretch`. */
export function extractPatch(raster: GreyImage, grid: Grid, column: number, stretch: number): Float32Array {
  const before = grid.centre(column - 1);
  const after = grid.centre(column + 1);
  const along = { x: (after.x - before.x) / 2, y: (after.y - before.y) / 2 };
  return samplePatch(raster, grid.centre(column), along, stretch);
}

/**
 * Samples the cell around `centre`. `along` is the vector to the next cell's centre in pixels; `stretch` is
 * the height-to-width ratio of the perspective, above 1 for a page seen from the side. The result has mean 0,
 * standard deviation 1 and positive ink, whatever the light.
 */
export function samplePatch(raster: GreyImage, centre: Point, along: Point, stretch = 1): Float32Array {
  const patch = new Float32Array(PATCH_WIDTH * PATCH_HEIGHT);
  for (let row = 0; row < PATCH_HEIGHT; row++) {
    const down = ((row + 0.5) / PATCH_HEIGHT - 0.5) * CELL_SPAN_Y * stretch;
    for (let column = 0; column < PATCH_WIDTH; column++) {
      const across = ((column + 0.5) / PATCH_WIDTH - 0.5) * CELL_SPAN_X;
      const x = centre.x + across * along.x - down * along.y;
      const y = centre.y + across * along.y + down * along.x;
      patch[row * PATCH_WIDTH + column] = sampleGrey(raster, x, y);
    }
  }
  return normalize(patch);
}

function normalize(patch: Float32Array): Float32Array {
  let sum = 0;
  let squares = 0;
  for (const value of patch) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / patch.length;
  const deviation = Math.max(MIN_DEVIATION, Math.sqrt(Math.max(0, squares / patch.length - mean * mean)));
  return patch.map((value) => (mean - value) / deviation);
}
