import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { inDepth } from '../../../test/support/in-depth.js';
import { renderPassport } from '../../../test/support/passport-renderer.js';
import { PROJECT_ROOT } from '../../platform/config/paths.js';
import { closeTextReader } from '../engines/text/text.engine.js';
import { analyzeDocument, inspectImage } from './document-analyzer.js';

const OPTIONS = { today: '2026-01-01', isBack: false, mayHaveBarcode: false, expectsMrz: true };
/** Those of the passport drawn by default (ICAO 9303-4, appendix B). */
const SPECIMEN_LINES = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F3804151ZE184226B<<<<<16',
];

afterAll(closeTextReader);

describe('formats of uploaded images', () => {
  // test/deep/photographed-passports.spec.ts reads the passport in each format.
  it.each(['png', 'webp'] as const)('recognizes a %s image', async (format) => {
    const image = await renderPassport({}, { format });
    expect(await inspectImage(image)).toEqual({ ok: true, image: { width: 1400, height: 986, format } });
  });

  inDepth('reads a HEIC image', async () => {
    const image = readFileSync(join(PROJECT_ROOT, 'test/fixtures/passport.heic'));
    expect(await inspectImage(image)).toMatchObject({ ok: true, image: { width: 1300, format: 'heic' } });
    const findings = await analyzeDocument(image, OPTIONS);
    expect(findings).toMatchObject({
      image: { format: 'heic' },
      mrz: { accepted: true, lines: SPECIMEN_LINES },
    });
  });

  inDepth('applies the EXIF orientation of an image', async () => {
    const turned = await sharp(await renderPassport({}, { rotate: 270 }))
      .keepMetadata()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const findings = await analyzeDocument(turned, OPTIONS);
    expect(findings.image!.width).toBeGreaterThan(findings.image!.height);
    expect(findings.mrz).toMatchObject({ accepted: true, lines: SPECIMEN_LINES });
  });

  inDepth('reads a transparent image', async () => {
    const page = await renderPassport({}, { format: 'png' });
    const transparent = await sharp(page).ensureAlpha(0.9).png().toBuffer();
    const findings = await analyzeDocument(transparent, OPTIONS);
    expect(findings).toMatchObject({
      image: { format: 'png' },
      mrz: { accepted: true, lines: SPECIMEN_LINES },
    });
  });
});

describe('rejected images', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600"/></svg>';
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#ccc' } });

  const followedBy = async (text: string) =>
    Buffer.concat([await plain(900, 600).jpeg().toBuffer(), Buffer.from(text, 'latin1')]);
  const moving = async (format: 'webp') => {
    const frames = Buffer.alloc(900 * 1200 * 3, 90).fill(200, 0, 900 * 600 * 3);
    const raw = { width: 900, height: 1200, channels: 3 as const, pageHeight: 600 };
    return sharp(frames, { raw })
      .toFormat(format, { loop: 0, delay: [100, 100] })
      .toBuffer();
  };

  inDepth.each<[string, () => Promise<Buffer>, string]>([
    ['an empty file', async () => Buffer.alloc(0), 'not_an_image'],
    ['text', async () => Buffer.from('Dear sir or madam, '.repeat(50)), 'not_an_image'],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'not_an_image'],
    ['a bare JPEG signature', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'truncated'],
    ['SVG', async () => Buffer.from(svg), 'unsupported_format'],
    [
      'SVG after an XML declaration',
      async () => Buffer.from(`<?xml version="1.0"?>${svg}`),
      'unsupported_format',
    ],
    ['GIF', () => plain(900, 600).gif().toBuffer(), 'unsupported_format'],
    ['TIFF', () => plain(900, 600).tiff().toBuffer(), 'unsupported_format'],
    ['AVIF', () => plain(900, 600).avif({ effort: 0 }).toBuffer(), 'unsupported_format'],
    ['an animated WebP', () => moving('webp'), 'animated'],
    [
      'a PNG with an animation control chunk',
      async () => {
        const still = await plain(900, 600).png().toBuffer();
        // After the signature and the IHDR chunk: 8 + 25 bytes.
        return Buffer.concat([
          still.subarray(0, 33),
          Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1'),
          still.subarray(33),
        ]);
      },
      'animated',
    ],
    ['a JPEG/PDF polyglot', () => followedBy('%PDF-1.7\n1 0 obj'), 'mixed_content'],
    ['a JPEG/HTML polyglot', () => followedBy('<html><script>alert(1)</script>'), 'mixed_content'],
    ['a JPEG/ZIP polyglot', () => followedBy('PK\x05\x06' + '\0'.repeat(18)), 'mixed_content'],
    ['a thumbnail', () => plain(150, 110).jpeg().toBuffer(), 'too_small'],
    ['a strip', () => plain(1200, 90).png().toBuffer(), 'too_small'],
    ['81 megapixels', () => plain(9000, 9000).png().toBuffer(), 'too_large'],
  ])('rejects an upload: %s', async (_, make, reason) => {
    const bytes = await make();
    expect(await inspectImage(bytes)).toMatchObject({ ok: false, reason });
    expect(await analyzeDocument(bytes, OPTIONS)).toMatchObject({
      readable: false,
      unreadableReason: reason,
      quality: null,
      mrz: null,
    });
  });

  it.each(['jpeg', 'png', 'webp'] as const)('rejects a truncated %s image', async (format) => {
    const whole = await renderPassport({}, { format, pageWidth: 800 });
    const cut = whole.subarray(0, Math.floor(whole.length * 0.6));
    expect(await inspectImage(cut)).toMatchObject({ ok: false, reason: 'truncated' });
    expect(await analyzeDocument(cut, OPTIONS)).toMatchObject({
      readable: false,
      unreadableReason: 'truncated',
    });
  });
});
