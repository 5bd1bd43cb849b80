import { type ImageQuality } from '../../document-findings.js';
import { type RgbPicture } from '../face/face.port.js';
import { type Point, type Raster } from '../mrz/raster.js';
import { measureScreenPattern } from './screen-pattern.js';

export const QUALITY_ENGINE = 'quality-3';
/** Longer side, in pixels, of the picture whose colours are measured. */
export const COLOUR_SIDE = 300;

/** Longer side, in pixels, of the picture that is measured: the limits below hold for this size. */
export const QUALITY_SIDE = 1000;

const TILE = 50;
/** Measured: sharp documents 1,170 to 4,400, blurred with a deviation of 2 pixels 164, of 3 pixels 42. */
const MIN_SHARPNESS = 150;
const BURNT_OUT = 250;
/** Measured: ordinary pictures up to 0.01, a lamp's reflection 0.15 to 0.21. */
const MAX_GLARE = 0.08;

/** Measured: grey pictures 0, sepia and sensor noise up to 3, drawn and photographed documents from 9 on. */
const MIN_COLOURFULNESS = 4;
/** Measured: photos of drawn displays 7 to 9 of nine tiles, of documents and people up to three (docs/benchmarks.md). */
const MIN_SCREEN_PATTERN = 0.7;
/** Share of the picture that must lie around a machine readable zone. */
const MIN_MARGIN = 0.002;

/**
 * Flaws of a grey picture of QUALITY_SIDE, a coloured one of COLOUR_SIDE and a grey one of SCREEN_SIDE; `zone`: corners,
 * in shares of it.
 */
export function measureQuality(
  picture: Raster,
  colours: RgbPicture,
  detailed: Raster,
  zone: readonly Point[] | null,
): ImageQuality {
  const sharpness = sharpestTenth(picture);
  let burntOut = 0;
  for (const pixel of picture.pixels) if (pixel >= BURNT_OUT) burntOut++;
  const glare = burntOut / picture.pixels.length;
  const colourfulness = measureColour(colours);
  const screenPattern = measureScreenPattern(detailed);
  return {
    sharpness,
    isBlurred: sharpness < MIN_SHARPNESS,
    glare,
    hasGlare: glare > MAX_GLARE,
    isCutOff: zone !== null && zone.some(isAtTheEdge),
    colourfulness,
    screenPattern,
    isFromScreen: screenPattern >= MIN_SCREEN_PATTERN,
    isMonochrome: colourfulness < MIN_COLOURFULNESS,
  };
}

function isAtTheEdge({ x, y }: Point): boolean {
  return Math.min(x, y, 1 - x, 1 - y) < MIN_MARGIN;
}

/** Spread and mean of the red-green and yellow-blue opponents (Hasler and Süsstrunk 2003, M̂³). */
function measureColour({ pixels }: RgbPicture): number {
  const opponents = [0, 0, 0, 0];
  const count = pixels.length / 3;
  for (let at = 0; at < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
    const [redGreen, yellowBlue] = [red - green, (red + green) / 2 - blue];
    opponents[0]! += redGreen;
    opponents[1]! += redGreen * redGreen;
    opponents[2]! += yellowBlue;
    opponents[3]! += yellowBlue * yellowBlue;
  }
  const [rg, rg2, yb, yb2] = opponents.map((sum) => sum / count) as [number, number, number, number];
  const spread = Math.sqrt(Math.max(0, rg2 - rg * rg) + Math.max(0, yb2 - yb * yb));
  return spread + 0.3 * Math.hypot(rg, yb);
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
