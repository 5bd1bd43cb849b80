import { type GreyImage } from './grey-image.js';

/** Integral image: sums of all pixels above and to the left, one row and column larger than the image. */
export function integralImage({ pixels, width, height }: GreyImage): Uint32Array {
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let rowSum = 0;
    for (let x = 0; x < width; x++) {
      rowSum += pixels[y * width + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + rowSum;
    }
  }
  return sums;
}
