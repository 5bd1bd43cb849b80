import { type GreyImage } from './grey-image.js';
import { integralImage } from './integral-image.js';

/** Grey level of the new background: at white, patterns of fine lines almost vanish. */
const PAPER = 255;
/** Half the side of the square that counts as surroundings, as a share of the image's width. */
const RADIUS_SHARE = 1 / 40;

/**
 * Divides each pixel by the mean of its surroundings, which turns shadows, glare and coloured security print into an
 * even bright ground. The result has the same size.
 */
export function flattenBackground(image: GreyImage): GreyImage {
  const { pixels, width, height } = image;
  const sums = integralImage(image);
  const stride = width + 1;
  const radius = Math.max(4, Math.round(width * RADIUS_SHARE));
  const flat = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - radius);
    const bottom = Math.min(height, y + radius + 1);
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const sum =
        sums[bottom * stride + right]! -
        sums[top * stride + right]! -
        sums[bottom * stride + left]! +
        sums[top * stride + left]!;
      const share = (pixels[y * width + x]! * (bottom - top) * (right - left)) / Math.max(1, sum);
      flat[y * width + x] = Math.min(255, Math.round(PAPER * share));
    }
  }
  return { pixels: flat, width, height };
}
