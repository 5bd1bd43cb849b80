import { type ImageQuality } from '../../document-findings.js';
import { type Raster } from '../mrz/raster.js';

/** Longer side, in pixels, of the picture that is measured: the limits below hold for this size. */
export const QUALITY_SIDE = 1000;

const TILE = 50;
/** Measured: sharp documents 1,170 to 4,400, blurred with a deviation of 2 pixels 164, of 3 pixels 42. */
const MIN_SHARPNESS = 150;
const BURNT_OUT = 250;
/** Measured: ordinary pictures up to 0.01, a lamp's reflection 0.15 to 0.21. */
const MAX_GLARE = 0.08;

/** Blur and glare of a grey picture of QUALITY_SIDE pixels. */
export function measureQuality(picture: Raster): ImageQuality {
  const sharpness = sharpestTenth(picture);
  let burntOut = 0;
  for (const pixel of picture.pixels) if (pixel >= BURNT_OUT) burntOut++;
  const glare = burntOut / picture.pixels.length;
  return { sharpness, isBlurred: sharpness < MIN_SHARPNESS, glare, hasGlare: glare > MAX_GLARE };
}

/**
 * Variance of the Laplacian in each tile, at their 90th percentile: the print decides, not the empty desk around it
 * (Pech-Pacheco et al., 2000).
 */
function sharpestTenth(picture: Raster): number {
  const variances: number[] = [];
  for (let top = 0; top + TILE <= picture.height; top += TILE) {
    for (let left = 0; left + TILE <= picture.width; left += TILE) {
      variances.push(laplacianVariance(picture, left, top));
    }
  }
  variances.sort((a, b) => b - a);
  return variances[Math.floor(variances.length * 0.1)] ?? 0;
}

function laplacianVariance({ pixels, width }: Raster, left: number, top: number): number {
  let sum = 0;
  let squares = 0;
  for (let y = top + 1; y < top + TILE - 1; y++) {
    for (let x = left + 1; x < left + TILE - 1; x++) {
      const at = y * width + x;
      const value =
        4 * pixels[at]! - pixels[at - 1]! - pixels[at + 1]! - pixels[at - width]! - pixels[at + width]!;
      sum += value;
      squares += value * value;
    }
  }
  const count = (TILE - 2) ** 2;
  return squares / count - (sum / count) ** 2;
}
