import { type PictureProblem } from '../pdf-results.js';
import { keepStrokes } from './ink-strokes.js';

/** RGBA, one byte per channel, row by row. */
export interface Raster {
  data: Buffer;
  width: number;
  height: number;
}

/** Share of transparent pixels from which a picture counts as already cut out. */
const TRANSPARENT_SHARE = 0.05;
/** Cells along the longer side; the paper's brightness is measured in each, because photos are lit unevenly. */
const CELLS = 40;
const MIN_CELL = 8;
/** The brightest tenth of a cell is paper. */
const PAPER_QUANTILE = 0.9;
/**
 * The darkest thousandth of the pixels is ink if it is this much darker than the paper: pencil is, creases are not.
 */
const INK_QUANTILE = 0.999;
const LEAST_CONTRAST = 45;
/** Where ink begins and where it is opaque, as shares of the contrast. */
const INK_BEGINS = 0.3;
const INK_IS_FULL = 0.65;
/** Anything that fills more of its bounding box, or has more strokes, is a photo of something else. */
const MAX_FILL = 0.35;
const MAX_STROKES = 200;
/** Anything shorter than this, in pixels of its longer side, is a dot and not a signature. */
const LEAST_EXTENT = 32;
const MARGIN_SHARE = 0.03;
/** Brighter ink would be invisible on white paper and is drawn in the pen's colour instead. */
const BRIGHTEST_INK = 150;
const PEN = [20, 36, 87] as const;

const luminance = (data: Buffer, at: number) =>
  (data[at]! * 299 + data[at + 1]! * 587 + data[at + 2]! * 114) / 1_000;

/** The ink in one colour on a transparent background, cropped with a small margin. */
export function findInk(picture: Raster): { ink: Raster } | { problem: PictureProblem } {
  const coverage = isTransparent(picture) ? alphaOf(picture) : darkerThanPaper(picture);
  if (!coverage) return { problem: 'empty' };
  const box = keepStrokes(coverage, picture);
  if (!box || Math.max(box.width, box.height) < LEAST_EXTENT) return { problem: 'empty' };
  const isFilled = box.ink / (box.width * box.height) > MAX_FILL;
  if (box.strokes > MAX_STROKES || (isFilled && Math.min(box.width, box.height) > LEAST_EXTENT))
    return { problem: 'unclear' };
  return { ink: cutOut(picture, coverage, box) };
}

function isTransparent({ data }: Raster): boolean {
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if (data[at]! < 128) clear++;
  return clear > (TRANSPARENT_SHARE * data.length) / 4;
}

function alphaOf({ data }: Raster): Uint8Array {
  return Uint8Array.from({ length: data.length / 4 }, (_none, index) => data[4 * index + 3]!);
}

/** How likely each pixel is ink, from 0 to 255; null if nothing stands out from the paper. */
function darkerThanPaper(picture: Raster): Uint8Array | null {
  const { data, width, height } = picture;
  const paper = paperBrightness(picture);
  const darker = new Uint8Array(width * height);
  const counts = new Uint32Array(256);
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) {
      darker[index] = Math.max(0, paper(x, y) - luminance(data, 4 * index));
      counts[darker[index]!]!++;
    }
  }
  const contrast = quantile(counts, width * height, INK_QUANTILE);
  if (contrast < LEAST_CONTRAST) return null;
  const [from, to] = [INK_BEGINS * contrast, INK_IS_FULL * contrast];
  return darker.map((step) => Math.max(0, Math.min(255, (255 * (step - from)) / (to - from))));
}

/** Brightness of the paper at any pixel, interpolated between the centres of cells. */
function paperBrightness(picture: Raster): (x: number, y: number) => number {
  const { width, height } = picture;
  const cell = Math.max(MIN_CELL, Math.ceil(Math.max(width, height) / CELLS));
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const cells = Float32Array.from({ length: columns * rows }, (_none, index) =>
    brightnessOf(picture, cell * (index % columns), cell * Math.floor(index / columns), cell),
  );
  const at = (column: number, row: number) =>
    cells[Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column))]!;
  return (x, y) => {
    const [across, down] = [x / cell - 0.5, y / cell - 0.5];
    const [column, row] = [Math.floor(across), Math.floor(down)];
    const [right, below] = [across - column, down - row];
    const upper = at(column, row) * (1 - right) + at(column + 1, row) * right;
    const lower = at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right;
    return upper * (1 - below) + lower * below;
  };
}

function brightnessOf({ data, width, height }: Raster, left: number, top: number, cell: number): number {
  const counts = new Uint32Array(256);
  let pixels = 0;
  for (let y = top; y < Math.min(height, top + cell); y++) {
    for (let x = left; x < Math.min(width, left + cell); x++, pixels++) {
      counts[Math.round(luminance(data, 4 * (y * width + x)))]!++;
    }
  }
  return quantile(counts, pixels, PAPER_QUANTILE);
}

/** The smallest value that at least `share` of all counted values do not exceed. */
function quantile(counts: Uint32Array, total: number, share: number): number {
  let seen = 0;
  for (let value = 0; value < counts.length; value++) {
    seen += counts[value]!;
    if (seen >= share * total) return value;
  }
  return counts.length - 1;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

function cutOut(picture: Raster, coverage: Uint8Array, box: Box): Raster {
  const margin = Math.ceil(MARGIN_SHARE * Math.max(box.width, box.height));
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
  const data = Buffer.alloc(4 * width * height);
  const color = colorOf(picture, coverage);
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const to = 4 * ((y + margin) * width + x + margin);
      data.set(color, to);
      data[to + 3] = coverage[(y + box.top) * picture.width + x + box.left]!;
    }
  }
  return { data, width, height };
}

/** The mean colour of pixels that are certainly ink. */
function colorOf({ data }: Raster, coverage: Uint8Array): readonly number[] {
  const sums = [0, 0, 0];
  let pixels = 0;
  for (let index = 0; index < coverage.length; index++) {
    if (coverage[index]! < 200) continue;
    for (let channel = 0; channel < 3; channel++) sums[channel]! += data[4 * index + channel]!;
    pixels++;
  }
  const mean = sums.map((sum) => Math.round(sum / Math.max(1, pixels)));
  return pixels > 0 && luminance(Buffer.from(mean), 0) <= BRIGHTEST_INK ? mean : PEN;
}
