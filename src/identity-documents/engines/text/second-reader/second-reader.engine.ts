import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, MODELS, Tensor } from '#vendor/onnx';
import { type Point } from '../../imaging/grey-image.js';
import { type RgbImage, sampleColour } from '../../imaging/rgb-image.js';
import { PAGE_RATIO, pageTransform } from '../../mrz/page-transform.js';
import { type PrintedText, type PrintedWord } from '../printed-text.js';
import { cutLineBox, LINE_HEIGHT } from './cut-line-box.js';
import { findLines, toDetectorInput } from './find-lines.js';
import { inReadingOrder, readCharacters, toWords } from './line-words.js';
import { type LineBox } from './smallest-rectangle.js';

/** Width in pixels of the page above an MRZ: 1,080 pixels confirmed fewer pages, and more costs memory. */
const PAGE_WIDTH = 1_536;
/** Margin read on both sides, as a share of the page. */
const BESIDE_PAGE = 0.037;
const MOST_SAMPLES = 4;
const WHITE = 255;
/** Blank, Latin letters, digits and signs. */
const LATIN = /^(?:|[\x20-\x7e£\u00c0-\u024f°])$/u;

/** One thread, and no memory arena, which would keep 120 MB more. */
const OPTIONS = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
} as const;

interface Networks {
  detector: InferenceSession;
  recognizer: InferenceSession;
  characters: readonly string[];
  allowed: readonly number[];
}

let shared: Promise<Networks> | null = null;

/**
 * Reads the print of the page above an MRZ with PP-OCRv4 (Du et al., PP-OCR, 2020): lines are found by differentiable
 * binarization, and read one by one. `mrzBox` holds the corners of the MRZ as fractions of the upright colour image.
 */
export async function readPageAgain(image: RgbImage, mrzBox: readonly Point[]): Promise<PrintedText> {
  shared ??= openNetworks();
  const networks = await shared;
  const page = cutPage(image, mrzBox);
  const words: PrintedWord[] = [];
  for (const box of inReadingOrder(await detect(networks, page)))
    words.push(...(await read(networks, page, box)));
  const onPage = words.map((word) => ({
    ...word,
    x: word.x * (1 + 2 * BESIDE_PAGE) - BESIDE_PAGE,
    w: word.w * (1 + 2 * BESIDE_PAGE),
  }));
  const total = words.reduce((sum, { confidence }) => sum + confidence, 0);
  return { words: onPage, meanConfidence: words.length === 0 ? 0 : total / words.length, rotation: null };
}

async function openNetworks(): Promise<Networks> {
  const open = (name: string) => InferenceSession.create(readFileSync(join(MODELS, name)), OPTIONS);
  const keys = readFileSync(join(MODELS, 'ppocr_keys_v1.txt'), 'utf8').split('\n');
  const characters = ['', ...keys.filter((key) => key !== ''), ' '];
  return {
    detector: await open('ch_PP-OCRv4_det_infer.onnx'),
    recognizer: await open('ch_PP-OCRv4_rec_infer.onnx'),
    characters,
    allowed: characters.flatMap((character, index) => (LATIN.test(character) ? [index] : [])),
  };
}

async function detect({ detector }: Networks, page: RgbImage): Promise<LineBox[]> {
  const { values, width, height } = toDetectorInput(page);
  const map = await run(detector, values, [1, 3, height, width]);
  return findLines(map.data as Float32Array, width, height);
}

async function read(
  { recognizer, characters, allowed }: Networks,
  page: RgbImage,
  box: LineBox,
): Promise<PrintedWord[]> {
  const { values, width, lineWidth } = cutLineBox(page, box);
  const output = await run(recognizer, values, [1, 3, LINE_HEIGHT, width]);
  const [, steps, classes] = output.dims as [number, number, number];
  const options = { characters, allowed, widening: width / lineWidth };
  return toWords(readCharacters(output.data as Float32Array, [steps, classes], options), box, page);
}

async function run(session: InferenceSession, values: Float32Array, dims: number[]): Promise<Tensor> {
  const outputs = await session.run({ [session.inputNames[0]!]: new Tensor('float32', values, dims) });
  return outputs[session.outputNames[0]!] as Tensor;
}

/** The page above an MRZ with its margins, rectified; white beyond the picture. A larger page is averaged. */
function cutPage(image: RgbImage, mrzBox: readonly Point[]): RgbImage {
  const { toImage, widthPx } = pageTransform(mrzBox, image);
  const [width, height] = [
    Math.round(PAGE_WIDTH * (1 + 2 * BESIDE_PAGE)),
    Math.round(PAGE_WIDTH * PAGE_RATIO),
  ];
  const samples = Math.max(1, Math.min(MOST_SAMPLES, Math.round(widthPx / PAGE_WIDTH)));
  const pixels = new Uint8Array(3 * width * height);
  const colour = new Uint8Array(3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const sums = [0, 0, 0];
      for (let sample = 0; sample < samples ** 2; sample++) {
        const along = (x + ((sample % samples) + 0.5) / samples) / PAGE_WIDTH - BESIDE_PAGE;
        const place = toImage(along, (y + (Math.floor(sample / samples) + 0.5) / samples) / height);
        if (place.x < 0 || place.y < 0 || place.x > image.width - 1 || place.y > image.height - 1)
          colour.fill(WHITE);
        else sampleColour(image, place.x, place.y, colour, 0);
        for (let channel = 0; channel < 3; channel++) sums[channel]! += colour[channel]!;
      }
      for (let channel = 0; channel < 3; channel++) pixels[at + channel] = sums[channel]! / samples ** 2;
    }
  return { pixels, width, height };
}
