import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { filmPortrait } from '../../../scripts/liveness/camera-film.js';
import { type PassportContent, type PhotoOptions } from '../../../scripts/mrz/render-passport.js';
import { encodeMrz } from '../../../scripts/mrz/encode-mrz.js';
import { encodeTd3 } from '../../../scripts/mrz/encode-td3.js';
import { Random } from '../../../scripts/mrz/random.js';
import { randomPerson } from '../../../scripts/mrz/random-person.js';
import { renderCard } from '../../../scripts/mrz/render-card.js';
import { renderCardFront } from '../../../scripts/mrz/render-card-front.js';
import { tintedCopy, TINTS } from '../../../scripts/mrz/tinted-copy.js';
import { readMrzFromImage } from '../../../test/support/mrz-image.js';
import { renderPassport, travellerPhoto } from '../../../test/support/passport-renderer.js';
import { PROJECT_ROOT } from '../../platform/config/paths.js';
import { analyzeDocument, inspectImage } from './document-analyzer.js';
import { type MrzReading } from '../engines/mrz/mrz-reading.js';
import { comparePrint, isConfirmed } from '../engines/text/compare-print.js';
import { closeTextReader } from '../engines/text/text.engine.js';

const OPTIONS = { today: '2026-01-01', mayHaveBarcode: false, expectsMrz: true };
const SPECIMEN_LINES = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F3804151ZE184226B<<<<<16',
];

async function read(
  content: Partial<PassportContent>,
  options: PhotoOptions,
  seed = 1,
): Promise<MrzReading | null> {
  return readMrzFromImage(await renderPassport(content, options, seed), OPTIONS.today);
}

afterAll(closeTextReader);

describe('reading passports', () => {
  it('returns every field of the MRZ', async () => {
    const findings = await analyzeDocument(await renderPassport(), OPTIONS);
    expect(findings).toMatchObject({
      readable: true,
      unreadableReason: null,
      image: { width: 1400, height: 986, format: 'jpeg' },
      quality: { isBlurred: false, hasGlare: false },
      mrz: {
        accepted: true,
        lines: SPECIMEN_LINES,
        fields: {
          surname: 'ERIKSSON',
          givenNames: 'ANNA MARIA',
          documentNumber: 'L898902C3',
          birthDate: { date: '1974-08-12' },
          expiryDate: { date: '2038-04-15' },
        },
      },
    });
  });

  // test/deep/photographed-passports.spec.ts has more of them.
  it.each<[string, PhotoOptions]>([
    ['rotated by 90°', { rotate: 90, background: 'desk' }],
    ['at an angle', { perspective: 0.12, skew: 3, background: 'desk' }],
  ])('%s', async (_, options) => {
    expect(await read({}, options, 3)).toMatchObject({ accepted: true, lines: SPECIMEN_LINES });
  });

  // test/deep/read-passports.spec.ts reads more of them.
  it('without a single wrong character', async () => {
    const { passport, photo } = travellerPhoto(0);
    const mrz = await read(passport, photo, 0);
    expect(mrz).toMatchObject({ accepted: true, lines: encodeTd3(passport) });
  });
});

describe('small pictures', () => {
  it('are read if their MRZ can be', async () => {
    const lines = encodeMrz('TD1', randomPerson(new Random(5)));
    const small = await sharp(await renderCard('TD1', lines))
      .resize({ width: 290 })
      .jpeg()
      .toBuffer();
    expect(await inspectImage(small)).toMatchObject({ ok: true });
    const findings = await analyzeDocument(small, OPTIONS);
    expect(findings).toMatchObject({ readable: true, mrz: { accepted: true, lines } });
  });

  it('show nothing, and are not refused for their size, if nothing can be read', async () => {
    const page = await sharp(await renderPassport())
      .resize({ width: 200 })
      .jpeg()
      .toBuffer();
    expect(await inspectImage(page)).toMatchObject({ ok: true });
    const findings = await analyzeDocument(page, OPTIONS);
    expect(findings.readable).toBe(false);
    expect(findings.mrz?.accepted ?? false).toBe(false);
  });
});

describe('copies', () => {
  it('in coloured light are in doubt, as the page itself is not', async () => {
    const page = await renderPassport({}, { background: 'white', pageWidth: 1000 });
    const copy = await tintedCopy(page, TINTS['blue light, 25 %']!);
    expect(await analyzeDocument(copy, OPTIONS)).toMatchObject({
      readable: true,
      quality: { isMonochrome: false, mayBeCopy: true },
      mrz: { accepted: true },
    });
    expect((await analyzeDocument(page, OPTIONS)).quality!.mayBeCopy).toBe(false);
  });
});

describe('never accepts', () => {
  it('a page without an MRZ', async () => {
    const findings = await analyzeDocument(await renderPassport({ withoutMrz: true }), OPTIONS);
    expect(findings).toMatchObject({ readable: true, mrz: null });
    expect(findings.printed!.words.map(({ text }) => text)).toContain('ERIKSSON');
  });

  // test/deep/altered-passports.spec.ts alters each field and each check digit.
  it('an altered document', async () => {
    const altered = SPECIMEN_LINES[1]!.replace('F38', 'F48');
    const mrz = await read({ mrzLines: [SPECIMEN_LINES[0]!, altered] }, { background: 'desk' });
    expect(mrz).toMatchObject({ accepted: false, substitutions: [], lines: [SPECIMEN_LINES[0], altered] });
    expect(mrz!.doubts).toContain('check_digit');
  });

  it('a broken check digit', async () => {
    const mrz = await read({ breakCheckDigit: 'composite' }, {});
    expect(mrz).toMatchObject({ accepted: false, contradictory: true, checkDigits: { composite: false } });
  });

  it('an issuer unknown to ICAO', async () => {
    const mrz = await read({ state: 'QQQ' }, {});
    expect(mrz).toMatchObject({ accepted: false, doubts: ['unknown_state'], hasUnknownState: true });
  });

  it('an image too blurred to read', async () => {
    const findings = await analyzeDocument(await renderPassport({}, { blur: 6 }), OPTIONS);
    expect(findings).toMatchObject({
      readable: false,
      unreadableReason: 'blurred',
      quality: { isBlurred: true },
    });
    expect(findings.mrz?.accepted ?? false).toBe(false);
  });

  it('evenly spaced text that is not an MRZ', async () => {
    const lines = ['8O1I2Z5S6G'.repeat(5).slice(0, 44), 'MWNHKXVYAT'.repeat(5).slice(0, 44)];
    expect((await read({ mrzLines: lines }, {}))?.accepted ?? false).toBe(false);
  });
});

describe('print', () => {
  const FACTS = {
    surname: 'ERIKSSON',
    givenNames: 'ANNA MARIA',
    documentNumber: 'L898902C3',
    birthDate: '1974-08-12',
    expiryDate: '2038-04-15',
  };

  it('of a genuine page confirms its MRZ', async () => {
    const page = await renderPassport({}, { background: 'desk', rotate: 90, skew: 2 });
    const { printed } = await analyzeDocument(page, OPTIONS);
    expect(comparePrint(printed!, FACTS).score).toBe(1);
  });

  it.each([
    ['number', { number: 'L898902C7' }],
    ['birth date', { birthDate: '1974-08-13' }],
    ['expiry', { expiryDate: '2034-04-15' }],
  ])('with one digit of its %s altered never confirms it', async (_, altered) => {
    const page = await renderPassport({ ...altered, mrzLines: SPECIMEN_LINES }, { background: 'desk' });
    const { mrz, printed } = await analyzeDocument(page, OPTIONS);
    expect(mrz!.accepted).toBe(true);
    expect(isConfirmed(comparePrint(printed!, FACTS))).toBe(false);
  });

  it('of a front that lies upside down is turned, though it reads as words that way, too', async () => {
    const fields = [
      ['Surname', 'QUISPE'],
      ['Given names', 'PEDRO MIGUEL'],
      ['Date of birth', '04 MAR 1941'],
      ['Date of expiry', '06 NOV 2037'],
      ['Document No.', '4QIX61DDR'],
    ] as const;
    const content = { title: 'IDENTITY CARD', fields, portrait: await filmPortrait() };
    const photo = { background: 'desk', rotate: 180, skew: 2.23, noise: 2, pageWidth: 1500 } as const;
    const front = await renderCardFront(content, photo);
    const { rotation, printed } = await analyzeDocument(front, { ...OPTIONS, expectsMrz: false });
    expect(rotation).toBe(180);
    expect(printed!.words.map(({ text }) => text)).toContain('QUISPE');
  });
});

describe('formats', () => {
  // test/deep/photographed-passports.spec.ts reads the passport in each of them.
  it.each(['png', 'webp'] as const)('knows %s', async (format) => {
    const image = await renderPassport({}, { format });
    expect(await inspectImage(image)).toEqual({ ok: true, image: { width: 1400, height: 986, format } });
  });

  it('reads HEIC', async () => {
    const image = readFileSync(join(PROJECT_ROOT, 'test/fixtures/passport.heic'));
    expect(await inspectImage(image)).toMatchObject({ ok: true, image: { width: 1300, format: 'heic' } });
    const findings = await analyzeDocument(image, OPTIONS);
    expect(findings).toMatchObject({
      image: { format: 'heic' },
      mrz: { accepted: true, lines: SPECIMEN_LINES },
    });
  });

  it('applies EXIF orientation', async () => {
    const turned = await sharp(await renderPassport({}, { rotate: 270 }))
      .keepMetadata()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const findings = await analyzeDocument(turned, OPTIONS);
    expect(findings.image!.width).toBeGreaterThan(findings.image!.height);
    expect(findings.mrz).toMatchObject({ accepted: true, lines: SPECIMEN_LINES });
  });

  it('reads transparent images', async () => {
    const page = await renderPassport({}, { format: 'png' });
    const transparent = await sharp(page).ensureAlpha(0.9).png().toBuffer();
    const findings = await analyzeDocument(transparent, OPTIONS);
    expect(findings).toMatchObject({
      image: { format: 'png' },
      mrz: { accepted: true, lines: SPECIMEN_LINES },
    });
  });
});

describe('rejects uploads', () => {
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

  it.each<[string, () => Promise<Buffer>, string]>([
    ['nothing', async () => Buffer.alloc(0), 'not_an_image'],
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
  ])('%s', async (_, make, reason) => {
    const bytes = await make();
    expect(await inspectImage(bytes)).toMatchObject({ ok: false, reason });
    expect(await analyzeDocument(bytes, OPTIONS)).toMatchObject({
      readable: false,
      unreadableReason: reason,
      quality: null,
      mrz: null,
    });
  });

  it.each(['jpeg', 'png', 'webp'] as const)('a truncated %s', async (format) => {
    const whole = await renderPassport({}, { format, pageWidth: 800 });
    const cut = whole.subarray(0, Math.floor(whole.length * 0.6));
    expect(await inspectImage(cut)).toMatchObject({ ok: false, reason: 'truncated' });
    expect(await analyzeDocument(cut, OPTIONS)).toMatchObject({
      readable: false,
      unreadableReason: 'truncated',
    });
  });
});
