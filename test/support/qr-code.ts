import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** The text of a QR code. @param svg - a picture of nothing else */
export async function readQrCode(svg: string): Promise<string> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
  const picture = sharp(Buffer.from(svg)).resize(450).flatten({ background: '#fff' });
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const image = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  const [code] = await readBarcodes(image, { formats: ['QRCode'] });
  if (!code?.isValid) throw new Error('There is no QR code in the picture');
  return code.text;
}
