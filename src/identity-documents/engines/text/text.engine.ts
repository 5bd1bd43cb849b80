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

export const TEXT_ENGINE = 'text-3';

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
  const picture = await toPng(look === 'flattened' ? flattenBackground(page) : page);
  // Print on a page stands in short scattered lines, which a layout of columns would lose.
  return { ...(await recognize(picture, PSM.SPARSE_TEXT)), rotation: null };
}

/**
 * Reads the Latin text of a document without an MRZ. The text's direction decides the orientation, and the opposite
 * one is tried if there are hardly any words.
 */
export async function readPrintedText(image: GreyImage): Promise<PrintedText> {
  let best: PrintedText = { words: [], meanConfidence: 0, rotation: null };
  for (const quarterTurns of isTextHorizontal(image) ? [0, 2] : [1, 3]) {
    const print = await recognize(await toPng(rotateQuarterTurns(image, quarterTurns)), PSM.AUTO);
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

async function recognize(
  { png, width, height }: PngImage,
  layout: PSM,
): Promise<Omit<PrintedText, 'rotation'>> {
  sharedWorker ??= startWorker();
  const worker = await sharedWorker;
  await worker.setParameters({ tessedit_pageseg_mode: layout });
  const { data } = await worker.recognize(png, {}, { text: false, blocks: true });
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

interface PngImage {
  png: Buffer;
  width: number;
  height: number;
}

async function toPng({ pixels, width, height }: GreyImage): Promise<PngImage> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ width: OCR_IMAGE_SIDE, height: OCR_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
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
