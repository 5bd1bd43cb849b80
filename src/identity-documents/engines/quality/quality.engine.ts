import { type ImageQuality } from '../../document-findings.js';
import { type GreyImage, type Point } from '../imaging/grey-image.js';
import { type RgbImage } from '../imaging/rgb-image.js';
import { type MrzReading } from '../mrz/mrz-reading.js';
import { measurePageColours } from './page-colours.js';
import { measureScreenPattern } from './screen-pattern.js';

export const QUALITY_ENGINE = 'quality-5';
/** Longer side, in pixels, of the colour image. */
export const COLOUR_SIDE = 300;

/** Longer side, in pixels, of the grey image unless the picture is smaller; the limits below apply to this size. */
export const QUALITY_SIDE = 1000;

const TILE = 50;
/** Measured: sharp documents 1,170 to 4,400; blurred with a sigma of 2 pixels 164, of 3 pixels 42. */
const MIN_SHARPNESS = 150;
const OVEREXPOSED = 250;
/** Measured: ordinary images up to 0.01, a lamp's reflection 0.15 to 0.21. */
const MAX_GLARE = 0.08;

/** Measured: grey images 0, sepia and sensor noise up to 3, rendered and photographed documents from 9. */
const MIN_COLOURFULNESS = 4;
/** Measured: pages of real documents from 10.3, drawn ones from 12.7, most tinted copies below (docs/identity.md). */
export const MIN_PAGE_COLOURS = 6;
/**
 * Measured: photos of simulated displays 7 to 9 of nine tiles; documents and people at most three.
 */
const MIN_SCREEN_PATTERN = 0.7;
/** Share of the image that must surround the MRZ. */
const MIN_MARGIN = 0.002;

/**
 * Measures flaws in a grey image of at most QUALITY_SIDE, a colour image of COLOUR_SIDE and a detailed grey image of
 * SCREEN_PATTERN_SIDE pixels. `mrz` is the zone that was read, or null.
 */
export function measureQuality(
  image: GreyImage,
  colours: RgbImage,
  detailed: GreyImage,
  mrz: Pick<MrzReading, 'box' | 'format'> | null,
): ImageQuality {
  const sharpness = measureSharpness(image);
  let overexposed = 0;
  for (const pixel of image.pixels) if (pixel >= OVEREXPOSED) overexposed++;
  const glare = overexposed / image.pixels.length;
  const colourfulness = measureColourfulness(colours);
  const screenPattern = measureScreenPattern(detailed);
  // The zone of a TD1 card fills its back, so there is no page above it.
  const pageColours = mrz && mrz.format !== 'TD1' ? measurePageColours(colours, mrz.box) : null;
  return {
    sharpness,
    isBlurred: sharpness < MIN_SHARPNESS,
    glare,
    hasGlare: glare > MAX_GLARE,
    isCutOff: mrz !== null && mrz.box.some(touchesEdge),
    colourfulness,
    screenPattern,
    isFromScreen: screenPattern >= MIN_SCREEN_PATTERN,
    isMonochrome: colourfulness < MIN_COLOURFULNESS,
    pageColours,
    mayBeCopy: pageColours !== null && pageColours < MIN_PAGE_COLOURS,
  };
}

function touchesEdge({ x, y }: Point): boolean {
  return Math.min(x, y, 1 - x, 1 - y) < MIN_MARGIN;
}

/** Spread and mean of the red-green and yellow-blue opponents (Hasler and Süsstrunk 2003, M̂³). */
function measureColourfulness({ pixels }: RgbImage): number {
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
 * 90th percentile of the variance of the Laplacian over tiles (Pech-Pacheco et al. 2000), so that the print counts,
 * not the empty desk around it.
 */
function measureSharpness(image: GreyImage): number {
  const variances: number[] = [];
  for (let top = 0; top + TILE <= image.height; top += TILE) {
    for (let left = 0; left + TILE <= image.width; left += TILE) {
      variances.push(laplacianVariance(image, left, top));
    }
  }
  variances.sort((a, b) => b - a);
  return variances[Math.floor(variances.length * 0.1)] ?? 0;
}

function laplacianVariance({ pixels, width }: GreyImage, left: number, top: number): number {
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
