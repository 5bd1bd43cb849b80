import { type Picture } from './photo-effects.js';
import { type Random } from './random.js';

const { cos, floor, max, min, sin } = Math;

/** How a display is photographed. */
export interface ScreenPhoto {
  /** Camera pixels per display pixel: 1.5 from afar, 4 close up. */
  scale: number;
  /** Rotation between camera and display in degrees. */
  tilt: number;
  /** Difference in scale between opposite edges. */
  perspective: number;
}

/** Samples per camera pixel along each side, to model the blur of the lens. */
const SAMPLES = 3;
/** Dark gaps between display pixels, as a share of their size. */
const SEAM = 0.16;

/**
 * Photographs an image on a display with red, green and blue subpixels. The camera's and the display's pixel
 * grids produce moiré, as in a real photo of a screen.
 */
export function photographScreen(
  shown: Picture,
  { scale, tilt, perspective }: ScreenPhoto,
  size: { width: number; height: number },
  random: Random,
): Picture {
  const { width, height } = size;
  const data = Buffer.alloc(width * height * 3);
  const angle = (tilt * Math.PI) / 180;
  const [cosine, sine] = [cos(angle), sin(angle)];
  const colour = [0, 0, 0];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      colour.fill(0);
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const dx = x - width / 2 + ((sample % SAMPLES) + 0.5) / SAMPLES + 0.35 * random.quickGaussian();
        const dy = y - height / 2 + (floor(sample / SAMPLES) + 0.5) / SAMPLES + 0.35 * random.quickGaussian();
        const depth = 1 + (perspective * dx) / width;
        addDisplayed(
          shown,
          (cosine * dx + sine * dy) / depth / scale + shown.width / 2,
          (cosine * dy - sine * dx) / depth / scale + shown.height / 2,
          colour,
        );
      }
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = min(255, max(0, (2.6 * colour[channel]!) / SAMPLES ** 2 + 6));
    }
  }
  return { data, width, height };
}

/** Light of the display at one point: that of a subpixel, or none in the gap between two. */
function addDisplayed({ data, width, height }: Picture, x: number, y: number, colour: number[]): void {
  const [column, row] = [floor(x), floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return;
  if (y - row < SEAM) return;
  const stripe = floor(3 * (x - column));
  if (3 * (x - column) - stripe < SEAM) return;
  const at = 3 * (row * width + column) + stripe;
  colour[stripe] = colour[stripe]! + data[at]!;
}
