import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type GreyImage } from '../imaging/grey-image.js';
import { parseAamva } from './aamva.js';
import { skewOfBars } from './bar-skew.js';
import { type BarcodeReading } from './barcode-reading.js';

export const BARCODE_ENGINE = 'barcode-4';

/**
 * ZXing misses a symbol skewed by more than a degree or two. If the bars seem to lean that far, the image is rotated
 * back by the measured angle plus each of these degrees.
 */
const AROUND = [0, -2, 2];
/** If no lean was measured, it is rotated by these in turn. */
const ANYWHERE = [-5, 5, -10, 10, -15, 15];
/** Degrees within which two rotations are the same. */
const SAME = 1;

const require = createRequire(import.meta.url);
let isLoaded = false;

/**
 * Reads a licence's PDF417 barcode from a grey image, in any quarter turn and skewed by up to about 15°; null
 * if there is none.
 */
export async function readBarcode(image: GreyImage): Promise<BarcodeReading | null> {
  loadWebAssembly();
  const straight = await decode(image);
  if (straight !== null) return parseAamva(straight);
  const skew = await skewOfBars(image);
  const tried = [0];
  for (const angle of [...AROUND.map((more) => more - skew), ...ANYWHERE]) {
    if (tried.some((other) => Math.abs(other - angle) < SAME)) continue;
    tried.push(angle);
    const text = await decode(await rotate(image, angle));
    if (text !== null) return parseAamva(text);
  }
  return null;
}

/** Loads the WebAssembly from disk; by default zxing-wasm fetches it over the network. */
function loadWebAssembly(): void {
  if (isLoaded) return;
  const wasmBinary = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });
  isLoaded = true;
}

/** `Plain` keeps the control characters that separate the fields. */
async function decode(image: GreyImage): Promise<string | null> {
  const symbols = await readBarcodes(toRgba(image), {
    formats: ['PDF417'],
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    maxNumberOfSymbols: 1,
    textMode: 'Plain',
  });
  const [symbol] = symbols;
  return symbol?.isValid ? symbol.text : null;
}

/** zxing-wasm misreads single-channel images. */
function toRgba({ pixels, width, height }: GreyImage) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const grey = pixels[at]!;
    data[4 * at] = grey;
    data[4 * at + 1] = grey;
    data[4 * at + 2] = grey;
    data[4 * at + 3] = 255;
  }
  return { data, width, height };
}

async function rotate({ pixels, width, height }: GreyImage, degrees: number): Promise<GreyImage> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .rotate(degrees, { background: '#808080' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
