import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { type Point, type Raster } from '../mrz/raster.js';
import { type PrintedText, type PrintedWord } from './printed-text.js';

export const TEXT_ENGINE = 'text-1';

/** Longer side of what is read, in pixels: below it small print is lost, above it time. */
const READING_SIDE = 1_200;
/** Single words below this are mostly security print that looks like letters. */
const MIN_CONFIDENCE = 0.3;

export interface ReadingOptions {
  /** Clockwise degrees that make the text upright. */
  rotation: 0 | 90 | 180 | 270;
  /** Corners of the machine readable zone in shares of the picture as given, which has a reader of its own. */
  exclude?: readonly Point[] | null;
}

const require = createRequire(import.meta.url);
let reader: Promise<Worker> | null = null;

/** The Latin text of a grey picture, by tesseract. The reader stays warm until `closeTextReader`. */
export async function readPrintedText(picture: Raster, options: ReadingOptions): Promise<PrintedText> {
  reader ??= openReader();
  const { png, width, height } = await prepare(picture, options);
  const { data } = await (await reader).recognize(png, {}, { text: false, blocks: true });
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs).flatMap((each) => each.lines);
  const words = lines
    .flatMap((line) => line.words)
    .flatMap((word): PrintedWord[] => {
      const { x0, y0, x1, y1 } = word.bbox;
      const text = word.text.trim();
      const confidence = word.confidence / 100;
      if (text === '' || confidence < MIN_CONFIDENCE) return [];
      return [
        { text, confidence, x: x0 / width, y: y0 / height, w: (x1 - x0) / width, h: (y1 - y0) / height },
      ];
    });
  const total = words.reduce((sum, { confidence }) => sum + confidence, 0);
  return { words, meanConfidence: words.length === 0 ? 0 : total / words.length };
}

/** Ends the reader's thread; the next reading starts another. */
export async function closeTextReader(): Promise<void> {
  const open = reader;
  reader = null;
  await (await open)?.terminate();
}

/** Everything comes from installed packages: nothing is fetched, and nothing is written. */
async function openReader(): Promise<Worker> {
  const langPath = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
  const worker = await createWorker('eng', OEM.LSTM_ONLY, { langPath, gzip: true, cacheMethod: 'none' });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO });
  return worker;
}

async function prepare(
  { pixels, width, height }: Raster,
  { rotation, exclude }: ReadingOptions,
): Promise<{ png: Buffer; width: number; height: number }> {
  const cover = exclude && exclude.length > 0 ? [patchOver(exclude, width, height)] : [];
  const covered = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .composite(cover)
    .greyscale()
    .png({ compressionLevel: 0 })
    .toBuffer();
  const { data, info } = await sharp(covered)
    .rotate(rotation)
    .resize({ width: READING_SIDE, height: READING_SIDE, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** A white patch over the zone. */
function patchOver(corners: readonly Point[], width: number, height: number) {
  const points = corners.map(({ x, y }) => `${(x * width).toFixed(1)},${(y * height).toFixed(1)}`).join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><polygon points="${points}" fill="#fff"/></svg>`;
  return { input: Buffer.from(svg), left: 0, top: 0 };
}
