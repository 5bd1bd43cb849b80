/** RGB image, three bytes per pixel, row by row. */
export interface RgbImage {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** A part of an image and its position in the original. */
export interface ImageCrop {
  image: RgbImage;
  left: number;
  top: number;
}

/** A rectangle in pixels; it may extend beyond the image. */
export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Crops an image to a rectangle, clipped to the image and at least one pixel in size. */
export function cropImage({ pixels, width, height }: RgbImage, area: Rectangle): ImageCrop {
  const within = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most);
  const [left, top] = [within(area.left, width - 1), within(area.top, height - 1)];
  const right = Math.max(left + 1, within(area.left + area.width, width));
  const bottom = Math.max(top + 1, within(area.top + area.height, height));
  const cut = new Uint8Array(3 * (right - left) * (bottom - top));
  for (let row = top; row < bottom; row++)
    cut.set(
      pixels.subarray(3 * (row * width + left), 3 * (row * width + right)),
      3 * (row - top) * (right - left),
    );
  return { image: { pixels: cut, width: right - left, height: bottom - top }, left, top };
}

/** Writes the colour between pixels (bilinear) to `into`, starting at index `at`. */
export function sampleColour(
  { pixels, width, height }: RgbImage,
  x: number,
  y: number,
  into: Uint8Array,
  at: number,
): void {
  const [left, top] = [Math.min(Math.floor(x), width - 1), Math.min(Math.floor(y), height - 1)];
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
  const [u, v] = [x - left, y - top];
  for (let channel = 0; channel < 3; channel++) {
    const value = (column: number, row: number) => pixels[3 * (row * width + column) + channel]!;
    const above = value(left, top) * (1 - u) + value(right, top) * u;
    const below = value(left, bottom) * (1 - u) + value(right, bottom) * u;
    into[at + channel] = Math.round(above * (1 - v) + below * v);
  }
}
