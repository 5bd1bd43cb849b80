import { createWorker, LANGUAGES, OEM, PSM, type Worker, WORKER_FILE } from '#vendor/tesseract';
import sharp from 'sharp';
import { PAGE_RATIO, pageTransform } from '../mrz/page-transform.js';
import {
  sampleGrey,
  type Point,
  type QuarterTurn,
  type GreyImage,
  rotateQuarterTurns,
} from '../imaging/grey-image.js';
import { flattenBackground } from '../imaging/flatten-background.js';
import { type PrintedText, type PrintedWord } from './printed-text.js';

export const TEXT_ENGINE = 'text-4';

/** Longer side of the OCR input in pixels: smaller loses small print, larger costs time. */
const OCR_IMAGE_SIDE = 1_200;
/** Width in pixels of a page above an MRZ, which fills its picture. */
const PAGE_WIDTH = 1_080;
/** Single words below this are mostly security print that resembles letters. */
const MIN_CONFIDENCE = 0.3;
/** With fewer words the document is probably the other way up. */
const MIN_WORDS = 6;
const MIN_MEAN_CONFIDENCE = 0.6;

let sharedWorker: Promise<Worker> | null = null;

/**
 * How a page above an MRZ is prepared: with its background evened out, which finds most print, or as it was
 * photographed, which finds print that fades with its background.
 */
export type PageLook = 'flattened' | 'as_photographed';

/**
 * Reads the Latin text of the page above an MRZ, rectified, with tesseract. `mrzBox` holds the corners of the MRZ as
 * fractions of the image, top left first. The tesseract worker stays warm until `closeTextReader`.
 */
export async function readPage(
  image: GreyImage,
  mrzBox: readonly Point[],
  look: PageLook,
): Promise<PrintedText> {
  const page = rectifyPage(image, mrzBox);
  const isFlattened = look === 'flattened';
  const picture = isFlattened ? flattenBackground(page) : page;
  // Print on a page stands in short scattered lines, which a layout of columns would lose. On an even bright ground no print
  // is lighter than the ground: to try each doubtful line inverted found nothing and took a fifth of the time.
  const print = await recognize(picture, { layout: PSM.SPARSE_TEXT, mayBeLight: !isFlattened });
  return { ...print, rotation: null };
}

/**
 * Reads the Latin text of a document without an MRZ. The text's direction decides the orientation, and the opposite
 * one is tried if there are hardly any words.
 */
export async function readPrintedText(image: GreyImage): Promise<PrintedText> {
  let best: PrintedText = { words: [], meanConfidence: 0, rotation: null };
  for (const quarterTurns of isTextHorizontal(image) ? [0, 2] : [1, 3]) {
    const upright = await scaleDown(rotateQuarterTurns(image, quarterTurns));
    const print = await recognize(upright, { layout: PSM.AUTO, mayBeLight: true });
    const isText = print.words.length >= MIN_WORDS && print.meanConfidence > MIN_MEAN_CONFIDENCE;
    if (print.words.length > best.words.length)
      best = { ...print, rotation: isText ? ((90 * quarterTurns) as QuarterTurn) : null };
    if (best.rotation !== null) break;
  }
  return best;
}

/** Horizontal text makes rows of pixels differ more from each other than columns do. */
function isTextHorizontal({ pixels, width, height }: GreyImage): boolean {
  const rows = new Float64Array(height);
  const columns = new Float64Array(width);
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const at = y * width + x;
      const edge = Math.abs(pixels[at]! - pixels[at - 1]!) + Math.abs(pixels[at]! - pixels[at - width]!);
      rows[y]! += edge / width;
      columns[x]! += edge / height;
    }
  }
  return meanDifference(rows) >= meanDifference(columns);
}

/** Mean absolute difference of adjacent values. */
function meanDifference(values: Float64Array): number {
  let sum = 0;
  for (let at = 1; at < values.length; at++) sum += Math.abs(values[at]! - values[at - 1]!);
  return sum / values.length;
}

/** `mayBeLight`: whether there may be light print on a dark ground. */
async function recognize(
  image: GreyImage,
  { layout, mayBeLight }: { layout: PSM; mayBeLight: boolean },
): Promise<Omit<PrintedText, 'rotation'>> {
  sharedWorker ??= startWorker();
  const worker = await sharedWorker;
  const { width, height } = image;
  await worker.setParameters({ tessedit_pageseg_mode: layout, tessedit_do_invert: mayBeLight ? '1' : '0' });
  const { data } = await worker.recognize(toPgm(image), {}, { text: false, blocks: true });
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs).flatMap((each) => each.lines);
  const words = lines
    .flatMap((line) => line.words)
    .flatMap((word): PrintedWord[] => {
      const { x0, y0, x1, y1 } = word.bbox;
      const text = word.text.trim();
      const confidence = word.confidence / 100;
      if (text === '' || confidence < MIN_CONFIDENCE) return [];
      const place = { x: x0 / width, y: y0 / height, w: (x1 - x0) / width, h: (y1 - y0) / height };
      return [{ text, confidence, ...place }];
    });
  const total = words.reduce((sum, { confidence }) => sum + confidence, 0);
  return { words, meanConfidence: words.length === 0 ? 0 : total / words.length };
}

/** Terminates tesseract's worker; the next reading starts a new one. */
export async function closeTextReader(): Promise<void> {
  const open = sharedWorker;
  sharedWorker = null;
  await (await open)?.terminate();
}

/** The worker's script and the language come from our own build: nothing is downloaded or cached. */
function startWorker(): Promise<Worker> {
  return createWorker('eng', OEM.LSTM_ONLY, {
    workerPath: WORKER_FILE,
    langPath: LANGUAGES,
    gzip: true,
    cacheMethod: 'none',
  });
}

async function scaleDown({ pixels, width, height }: GreyImage): Promise<GreyImage> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ width: OCR_IMAGE_SIDE, height: OCR_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** A portable graymap (Netpbm `P5`), which needs neither encoding nor decoding. */
function toPgm({ pixels, width, height }: GreyImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/** The page above an MRZ, rectified. What lies beyond the picture gets its edge's grey: a white rim looks like a frame. */
function rectifyPage(image: GreyImage, mrzBox: readonly Point[]): GreyImage {
  const { toImage } = pageTransform(mrzBox, image);
  const height = Math.round(PAGE_WIDTH * PAGE_RATIO);
  const pixels = new Uint8Array(PAGE_WIDTH * height);
  const within = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < PAGE_WIDTH; x++) {
      const at = toImage(x / PAGE_WIDTH, y / height);
      pixels[y * PAGE_WIDTH + x] = sampleGrey(image, within(at.x, image.width), within(at.y, image.height));
    }
  }
  return { pixels, width: PAGE_WIDTH, height };
}
