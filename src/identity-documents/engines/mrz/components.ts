// Local copies: these run for every pixel, and global look-ups are slow in a test runner's sandbox.
const { floor, max, min } = Math;

/** Bounding box of a connected component: centre and size in pixels. */
export interface Component {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Limits for a printed character, in pixels of an image whose longer side is 1,800 pixels. */
const MIN_HEIGHT = 9;
const MAX_HEIGHT = 90;
const MIN_WIDTH = 3;
const MAX_WIDTH = 90;
const MIN_PIXELS = 20;
const MIN_FILL = 0.08;

/**
 * Bounding boxes of the 8-connected components that could be characters.
 * Consumes the mask: every visited pixel is set to 0.
 */
export function findComponents(mask: Uint8Array, width: number, height: number): Component[] {
  const stack = new Int32Array(mask.length);
  const components: Component[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0) continue;
    const component = measure(fill(mask, width, height, start, stack));
    if (component) components.push(component);
  }
  return components;
}

interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
  pixels: number;
}

function fill(mask: Uint8Array, width: number, height: number, start: number, stack: Int32Array): Extent {
  const extent: Extent = { left: width, right: 0, top: height, bottom: 0, pixels: 0 };
  let depth = 0;
  stack[depth++] = start;
  mask[start] = 0;
  while (depth > 0) {
    const at = stack[--depth]!;
    const y = floor(at / width);
    const x = at - y * width;
    extent.pixels++;
    if (x < extent.left) extent.left = x;
    if (x > extent.right) extent.right = x;
    if (y < extent.top) extent.top = y;
    if (y > extent.bottom) extent.bottom = y;
    for (let ny = max(0, y - 1); ny <= min(height - 1, y + 1); ny++) {
      for (let nx = max(0, x - 1); nx <= min(width - 1, x + 1); nx++) {
        const neighbour = ny * width + nx;
        if (mask[neighbour] === 0) continue;
        mask[neighbour] = 0;
        stack[depth++] = neighbour;
      }
    }
  }
  return extent;
}

function measure({ left, right, top, bottom, pixels }: Extent): Component | null {
  const width = right - left + 1;
  const height = bottom - top + 1;
  const sizeFits = height >= MIN_HEIGHT && height <= MAX_HEIGHT && width >= MIN_WIDTH && width <= MAX_WIDTH;
  if (!sizeFits || pixels < MIN_PIXELS || pixels / (width * height) < MIN_FILL) return null;
  return { x: (left + right) / 2, y: (top + bottom) / 2, width, height };
}

/** Positions of the boxes after the image, of the given height, is rotated 90° clockwise. */
export function rotateComponents(components: readonly Component[], pictureHeight: number): Component[] {
  return components.map(({ x, y, width, height }) => ({
    x: pictureHeight - 1 - y,
    y: x,
    width: height,
    height: width,
  }));
}
