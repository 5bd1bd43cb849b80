import sharp from 'sharp';
import { createWorker, LANGUAGES, OEM, PSM, type Worker, WORKER_FILE } from '#vendor/tesseract';
import { flattenBackground } from '../imaging/flatten-background.js';
import {
  type GreyImage,
  type Point,
  type QuarterTurn,
  rotateQuarterTurns,
  sampleGrey,
} from '../imaging/grey-image.js';
import { PAGE_RATIO, pageTransform } from '../mrz/page-transform.js';
import { findDates, isDateUnread } from './printed-dates.js';
import { findPrintedWords } from './printed-fields.js';
import { resemblesNumber } from './printed-number.js';
import { type PrintedText, type PrintedWord } from './printed-text.js';
import { textByLine, textOf } from './text-lines.js';
import { cutLine, findValueLines, type ValueLine } from './value-lines.js';

export const TEXT_ENGINE = 'text-8';

/** Longer side of the OCR input in pixels: smaller loses small print, larger costs time. */
const OCR_IMAGE_SIDE = 1_200;
/** Width in pixels of a page above an MRZ. */
const PAGE_WIDTH = 1_080;
/** Margin read on both sides, in pixels: a card's MRZ is further from the edge than a passport's. */
const BESIDE_PAGE = 40;
const PREPARED_WIDTH = PAGE_WIDTH + 2 * BESIDE_PAGE;
/** Words below this confidence are mostly security print that resembles letters. */
const MIN_CONFIDENCE = 0.3;
/** With fewer words, the document is probably upside down. */
const MIN_WORDS = 6;
const MIN_MEAN_CONFIDENCE = 0.6;
/** A single label can be a misread character. */
const MIN_FIELDS = 2;
const WHITE = 255;
/** Heights in pixels of a line's characters: the engine's own size, and others for a second reading. */
const GLYPH_HEIGHT = 32;
const OTHER_GLYPH_HEIGHTS = [22, 26];

let sharedWorker: Promise<Worker> | null = null;

/**
 * The page above an MRZ, rectified, with its background evened out, and white beyond the picture. `mrzBox` holds the
 * corners of the MRZ as fractions of the image, top left first.
 */
export function preparePage(image: GreyImage, mrzBox: readonly Point[]): GreyImage {
  const { page, beyond } = rectifyPage(image, mrzBox);
  const flat = flattenBackground(page);
  for (const pixel of beyond) flat.pixels[pixel] = WHITE;
  return flat;
}

/**
 * Reads the print of a prepared page that is as large as values, line by line, leaving out labels, small print and
 * anything that does not form a line. This finds more of the values than reading the whole page, in less than half
 * the time. A line close to the stated number, or an unreadable date, is also read at other sizes, since a reader
 * without a dictionary errs at some sizes and not at others. Keeps all readings of a number, but only the first
 * readable one of a date.
 */
export async function readValues(page: GreyImage, statedNumber: string): Promise<PrintedText> {
  const words: PrintedWord[] = [];
  for (const place of findValueLines(page)) {
    const readings = [await readLine(page, place, GLYPH_HEIGHT)];
    for (const height of OTHER_GLYPH_HEIGHTS) {
      const last = readings.at(-1)!;
      if (
        !resemblesNumber(last.map(({ text }) => text).join(''), statedNumber) &&
        !isDateUnread(textOf(last))
      )
        break;
      readings.push(await readLine(page, place, height));
    }
    words.push(...oneDateOf(readings));
  }
  return printOf(withoutSides(words));
}

/** All readings of a line, but only the first readable one of a date: two side by side would form dates that are not there. */
function oneDateOf(readings: PrintedWord[][]): PrintedWord[] {
  const first = readings[0]!;
  if (!isDateUnread(textOf(first))) return readings.flat();
  return readings.find((each) => findDates(textOf(each)).length > 0) ?? first;
}

async function readLine(page: GreyImage, place: ValueLine, glyphHeight: number): Promise<PrintedWord[]> {
  const { line, scale, left, top } = cutLine(page, place, glyphHeight);
  const found = await recognize(line, { layout: PSM.SINGLE_LINE, mayBeLight: false, minConfidence: 0 });
  const onPage = (share: number, size: number, whole: number) => (share * size) / scale / whole;
  return found.map(({ x, y, w, h, ...word }) => ({
    ...word,
    x: left / page.width + onPage(x, line.width, page.width),
    y: top / page.height + onPage(y, line.height, page.height),
    w: onPage(w, line.width, page.width),
    h: onPage(h, line.height, page.height),
  }));
}

/**
 * Reads all Latin text of a prepared page. Print on a page is in short scattered lines, which a column layout would
 * lose. No print is lighter than the even bright ground: trying each doubtful line inverted found nothing and took a
 * fifth of the time.
 */
export async function readWholePage(page: GreyImage): Promise<PrintedText> {
  return printOf(withoutSides(await recognize(page, { layout: PSM.SPARSE_TEXT, mayBeLight: false })));
}

/** Converts positions to fractions of the page itself. */
function withoutSides(words: readonly PrintedWord[]): PrintedWord[] {
  const share = PREPARED_WIDTH / PAGE_WIDTH;
  return words.map((word) => ({ ...word, x: word.x * share - BESIDE_PAGE / PAGE_WIDTH, w: word.w * share }));
}

/**
 * Reads the Latin text of a document without an MRZ. The text's direction determines the orientation. The opposite
 * one is also tried if there are hardly any words, or neither dates nor labels among them, since upside-down text is
 * read as words too.
 */
export async function readPrintedText(image: GreyImage): Promise<PrintedText> {
  let best: PrintedText = { words: [], meanConfidence: 0, rotation: null };
  for (const quarterTurns of isTextHorizontal(image) ? [0, 2] : [1, 3]) {
    const upright = await scaleDown(rotateQuarterTurns(image, quarterTurns));
    const print = printOf(await recognize(upright, { layout: PSM.AUTO, mayBeLight: true }));
    const isText = print.words.length >= MIN_WORDS && print.meanConfidence > MIN_MEAN_CONFIDENCE;
    const read = { ...print, rotation: isText ? ((90 * quarterTurns) as QuarterTurn) : null };
    if (isText && hasFields(print)) return read;
    if (print.words.length * print.meanConfidence > best.words.length * best.meanConfidence) best = read;
  }
  return best;
}

function hasFields(print: PrintedText): boolean {
  return findPrintedWords(print).size >= MIN_FIELDS || findDates(textByLine(print.words)).length > 0;
}

/** Horizontal text makes pixel rows differ more than columns. */
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

interface ReadingOptions {
  layout: PSM;
  /** Whether there may be light print on dark ground. */
  mayBeLight: boolean;
  minConfidence?: number;
}

async function recognize(
  image: GreyImage,
  { layout, mayBeLight, minConfidence = MIN_CONFIDENCE }: ReadingOptions,
): Promise<PrintedWord[]> {
  sharedWorker ??= startWorker();
  const worker = await sharedWorker;
  const { width, height } = image;
  await worker.setParameters({ tessedit_pageseg_mode: layout, tessedit_do_invert: mayBeLight ? '1' : '0' });
  const { data } = await worker.recognize(toPgm(image), {}, { text: false, blocks: true });
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs).flatMap((each) => each.lines);
  return lines
    .flatMap((line) => line.words)
    .flatMap((word): PrintedWord[] => {
      const { x0, y0, x1, y1 } = word.bbox;
      const text = word.text.trim();
      const confidence = word.confidence / 100;
      if (text === '' || confidence < minConfidence) return [];
      const place = { x: x0 / width, y: y0 / height, w: (x1 - x0) / width, h: (y1 - y0) / height };
      return [{ text, confidence, ...place }];
    });
}

function printOf(words: PrintedWord[]): PrintedText {
  const total = words.reduce((sum, { confidence }) => sum + confidence, 0);
  return { words, meanConfidence: words.length === 0 ? 0 : total / words.length, rotation: null };
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

/** The page above an MRZ with its margins, rectified, and its pixels beyond the picture, which get the edge's grey. */
function rectifyPage(image: GreyImage, mrzBox: readonly Point[]): { page: GreyImage; beyond: number[] } {
  const { toImage } = pageTransform(mrzBox, image);
  const [width, height] = [PREPARED_WIDTH, Math.round(PAGE_WIDTH * PAGE_RATIO)];
  const pixels = new Uint8Array(width * height);
  const beyond: number[] = [];
  const at = (x: number, y: number) => toImage((x - BESIDE_PAGE) / PAGE_WIDTH, y / height);
  const [origin, right, below] = [at(0, 0), at(1, 0), at(0, 1)];
  const [rightX, rightY] = [right.x - origin.x, right.y - origin.y];
  const [belowX, belowY] = [below.x - origin.x, below.y - origin.y];
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel++) {
      const fromX = origin.x + x * rightX + y * belowX;
      const fromY = origin.y + x * rightY + y * belowY;
      if (fromX < 0 || fromY < 0 || fromX > image.width - 1 || fromY > image.height - 1) beyond.push(pixel);
      pixels[pixel] = sampleGrey(image, fromX, fromY);
    }
  }
  return { page: { pixels, width, height }, beyond };
}
