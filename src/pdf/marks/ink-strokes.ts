/** Coverage from which a pixel belongs to a stroke. */
const SOLID = 110;
/** Dust and noise have fewer pixels; the dot of an i has more. */
const MIN_PIXELS = 12;
/** A patch that touches more than this share of one side is the edge of the paper, a shadow or a table. */
const MAX_EDGE_SHARE = 0.1;
/** A patch this long and thin, as shares of the picture's sides, is the edge of a sheet or a ruled line. */
const LINE_LENGTH = 0.6;
const LINE_WIDTH = 0.025;

/** The bounding box of strokes, and how many pixels they have. */
export interface StrokesBox {
  left: number;
  top: number;
  width: number;
  height: number;
  ink: number;
}

/** Connected pixels. */
interface Patch {
  pixels: Int32Array;
  /** Pixels on the picture's upper, lower, left and right edge. */
  edges: [number, number, number, number];
}

/**
 * Clears everything from `coverage` that is not a stroke: specks, lines, and patches along the picture's edge.
 * @returns the bounding box of the strokes; null if there are none
 */
export function keepStrokes(
  coverage: Uint8Array,
  size: { width: number; height: number },
): (StrokesBox & { strokes: number }) | null {
  const kept = new Uint8Array(coverage.length);
  let box: StrokesBox | null = null;
  let strokes = 0;
  for (const patch of patchesOf(coverage, size)) {
    if (patch.pixels.length < MIN_PIXELS || isEdge(patch, size)) continue;
    const own = around(null, patch.pixels, size.width);
    if (isLine(own, size)) continue;
    for (const pixel of patch.pixels) kept[pixel] = 1;
    box = around(box, patch.pixels, size.width);
    strokes++;
  }
  fadeBeside(coverage, kept, size.width);
  return box && { ...box, strokes };
}

function* patchesOf(
  coverage: Uint8Array,
  { width, height }: { width: number; height: number },
): Generator<Patch> {
  const seen = new Uint8Array(coverage.length);
  const stack = new Int32Array(coverage.length);
  for (let start = 0; start < coverage.length; start++) {
    if (seen[start] || coverage[start]! < SOLID) continue;
    const edges: Patch['edges'] = [0, 0, 0, 0];
    let [read, end] = [0, 0];
    const add = (pixel: number) => {
      if (seen[pixel] || coverage[pixel]! < SOLID) return;
      seen[pixel] = 1;
      stack[end++] = pixel;
    };
    for (add(start); read < end; read++) {
      const pixel = stack[read]!;
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      if (y === 0) edges[0]++;
      else add(pixel - width);
      if (y === height - 1) edges[1]++;
      else add(pixel + width);
      if (x === 0) edges[2]++;
      else add(pixel - 1);
      if (x === width - 1) edges[3]++;
      else add(pixel + 1);
    }
    yield { pixels: stack.slice(0, end), edges };
  }
}

function isEdge({ edges }: Patch, { width, height }: { width: number; height: number }): boolean {
  const [upper, lower, left, right] = edges;
  return Math.max(upper, lower) > MAX_EDGE_SHARE * width || Math.max(left, right) > MAX_EDGE_SHARE * height;
}

function isLine(box: StrokesBox, { width, height }: { width: number; height: number }): boolean {
  const [across, down] = [box.width / width, box.height / height];
  return (across > LINE_LENGTH && down < LINE_WIDTH) || (down > LINE_LENGTH && across < LINE_WIDTH);
}

function around(box: StrokesBox | null, pixels: Int32Array, rowWidth: number): StrokesBox {
  let [left, top, right, bottom] = box
    ? [box.left, box.top, box.left + box.width, box.top + box.height]
    : [Infinity, Infinity, 0, 0];
  for (const pixel of pixels) {
    const [x, y] = [pixel % rowWidth, Math.floor(pixel / rowWidth)];
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + 1);
    bottom = Math.max(bottom, y + 1);
  }
  return { left, top, width: right - left, height: bottom - top, ink: (box?.ink ?? 0) + pixels.length };
}

/** Keeps partly covered pixels that smooth the edge of a stroke, and clears the others. */
function fadeBeside(coverage: Uint8Array, kept: Uint8Array, width: number): void {
  const touches = (pixel: number) =>
    kept[pixel] || kept[pixel - 1] || kept[pixel + 1] || kept[pixel - width] || kept[pixel + width];
  for (let pixel = 0; pixel < coverage.length; pixel++) if (!touches(pixel)) coverage[pixel] = 0;
}
