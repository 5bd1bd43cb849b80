import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp, { type Sharp } from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** The text of a QR code. @param svg - a picture with nothing else in it */
export async function readQrCode(svg: string): Promise<string> {
  const [text] = await readQrCodes(sharp(Buffer.from(svg)).resize(450).flatten({ background: '#fff' }));
  if (text === undefined) throw new Error('There is no QR code in the picture');
  return text;
}

/** The texts of all QR codes in a picture. */
export async function readQrCodes(picture: Sharp): Promise<string[]> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
  const { data, info } = await picture.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const image = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  const codes = await readBarcodes(image, { formats: ['QRCode'] });
  return codes.filter(({ isValid }) => isValid).map(({ text }) => text);
}
