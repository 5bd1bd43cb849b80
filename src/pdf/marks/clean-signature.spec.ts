import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { inDepth } from '../../../test/support/in-depth.js';
import {
  blankPaper,
  noisePicture,
  photoOfSignature,
  transparentSignature,
} from '../../../test/support/signature-pictures.js';
import { type Settings } from '../../platform/config/settings.js';
import { OfficeConverter } from '../../platform/office/office-converter.js';
import { PdfService } from '../pdf.service.js';
import { TextFonts } from '../text-fonts.js';

const pdfService = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
const cleanSignature = (bytes: Buffer) => pdfService.cleanSignature(bytes, { tenant: 1 });

/** Only every 101st pixel is examined. */
const STEP = 101;

/** The share of transparent pixels, whether the margin is transparent, and the mean colour of the others. */
async function look(png: Uint8Array): Promise<{ clear: number; edge: number; color: number[] }> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: Math.floor(data.length / 4 / STEP) }, (_none, index) =>
    data.subarray(4 * STEP * index, 4 * STEP * index + 4),
  );
  const solid = pixels.filter(([, , , alpha]) => alpha! > 200);
  const color = [0, 1, 2].map(
    (channel) => solid.reduce((sum, pixel) => sum + pixel[channel]!, 0) / solid.length,
  );
  const border = { left: 0, top: 0, width: info.width, height: 1 };
  const row = await sharp(png).extract(border).extractChannel(3).raw().toBuffer();
  const clear = pixels.filter((pixel) => pixel[3]! < 16).length / pixels.length;
  return { clear, edge: Math.max(...row), color };
}

/** Changes only the header, which is checked before anything is decompressed. */
async function hugePng(): Promise<Buffer> {
  const png = await transparentSignature();
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

async function cleaned(bytes: Buffer) {
  const result = await cleanSignature(bytes);
  if (!result.ok) throw new Error(result.problem);
  return result;
}

/** In the child process, as in the service. */
afterAll(() => pdfService.onApplicationShutdown());

describe('signatures in pictures', () => {
  inDepth.each([
    ['a photo in uneven light', () => photoOfSignature(), [34, 48, 122]],
    ['a photo with the edge of a table', () => photoOfSignature({ table: true }), [34, 48, 122]],
    ['a drawing on a transparent ground', () => transparentSignature(), [17, 17, 17]],
    ['white ink, which would be invisible on paper', () => transparentSignature('#fff'), [20, 36, 87]],
  ])('extracts the signature from %s', async (_what, picture, [red, green, blue]) => {
    const { png, width, height } = await cleaned(await picture());
    expect(width).toBeLessThanOrEqual(1_200);
    expect(height).toBeLessThanOrEqual(400);
    expect(width / height).toBeGreaterThan(2.5);
    expect(width / height).toBeLessThan(4);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width, height, hasAlpha: true });
    const seen = await look(png);
    expect(seen.clear).toBeGreaterThan(0.7);
    expect(seen.edge).toBe(0);
    [red, green, blue].forEach((value, channel) => {
      expect(Math.abs(seen.color[channel]! - value!)).toBeLessThan(30);
    });
  });

  inDepth('rotates the signature according to the photo', async () => {
    const lying = await sharp(await photoOfSignature())
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .toBuffer();
    const { width, height } = await cleaned(lying);
    expect(width).toBeGreaterThan(2 * height);
  });

  inDepth('removes the metadata of the photo', async () => {
    const photo = await photoOfSignature();
    const plain = await cleaned(photo);
    const tagged = await sharp(photo)
      .keepExif()
      .withExif({ IFD0: { Artist: 'Anna' } })
      .jpeg({ quality: 100 })
      .toBuffer();
    expect(Buffer.from((await cleaned(tagged)).png).includes('Anna')).toBe(false);
    expect(plain.png.length).toBeLessThan(200_000);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['nothing', () => Buffer.alloc(0), 'unsupported'],
    ['text', () => Buffer.from('my signature'), 'unsupported'],
    [
      'a drawing program’s SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'unsupported',
    ],
    ['a GIF', () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'unsupported'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'unsupported'],
    ['a truncated photo', async () => (await photoOfSignature()).subarray(0, 9_000), 'unreadable'],
    ['the head of a PNG', async () => (await transparentSignature()).subarray(0, 60), 'unreadable'],
    ['a PNG that claims 30,000 × 30,000 pixels', () => hugePng(), 'unreadable'],
    ['blank paper', blankPaper, 'empty'],
    [
      'a fully transparent picture',
      () =>
        sharp({ create: { width: 300, height: 100, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
      'empty',
    ],
    [
      'one white pixel',
      () =>
        sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      'empty',
    ],
    ['anything but a signature', noisePicture, 'unclear'],
  ])('finds no signature in %s', async (_what, bytes, problem) => {
    const { ok, ...rest } = await cleanSignature(await bytes());
    expect([ok, 'problem' in rest && rest.problem]).toEqual([false, problem]);
  });
});
