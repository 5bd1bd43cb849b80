import sharp from 'sharp';
import { type Settings } from '../../platform/config/settings.js';
import { OfficeConverter } from '../../platform/office/office-converter.js';
import { PdfService } from '../pdf.service.js';
import { TextFonts } from '../text-fonts.js';

const pdfService = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
const clean = (bytes: Buffer) => pdfService.cleanPicture(bytes, { tenant: 1 });
const RED = { r: 200, g: 30, b: 30 };
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } });

afterAll(() => pdfService.onApplicationShutdown());

describe('pictures that are drawn as they are', () => {
  it('are turned upright, scaled down and stripped of what their camera wrote into them', async () => {
    const photo = await plain(2_000, 1_000)
      .withExif({ IFD0: { Copyright: 'Jane Doe' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const cleaned = await clean(photo);
    expect(cleaned).toMatchObject({ ok: true, width: 500, height: 1_000 });
    const png = Buffer.from('png' in cleaned ? cleaned.png : []);
    const { exif, orientation, format } = await sharp(png).metadata();
    expect([exif, orientation, format]).toEqual([undefined, undefined, 'png']);
  });

  it('keep what is transparent, and a size that is small', async () => {
    const half = await sharp({
      create: { width: 40, height: 30, channels: 4, background: { ...RED, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const cleaned = await clean(half);
    expect(cleaned).toMatchObject({ ok: true, width: 40, height: 30 });
    const [, , , alpha] = await sharp('png' in cleaned ? cleaned.png : Buffer.alloc(0))
      .raw()
      .toBuffer();
    expect(alpha).toBe(128);
  });

  it('are refused if they are of another type, or incomplete', async () => {
    const jpeg = await plain(300, 200).jpeg().toBuffer();
    const gif = await plain(3, 2).gif().toBuffer();
    expect(await clean(gif)).toEqual({ ok: false, problem: 'unsupported' });
    expect(await clean(jpeg.subarray(0, 400))).toEqual({ ok: false, problem: 'unreadable' });
  });
});
