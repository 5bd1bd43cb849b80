import sharp from 'sharp';
import { PictureRenderer, type PictureView } from './picture-renderer.js';

const VIEW: PictureView = { turn: 0, region: null, maxSide: 2_000, watermark: 'eve@acme.test · 2026-11-22' };
const OWNER = { tenant: 1 };

describe('pictures rendered for viewing', () => {
  const renderer = new PictureRenderer();
  afterAll(() => renderer.onApplicationShutdown());

  /** Two colours, left and right, with metadata. */
  async function halves(left: string, right: string, orientation = 1): Promise<Buffer> {
    const half = { create: { width: 400, height: 600, channels: 3 as const, background: right } };
    const input = await sharp(half).png().toBuffer();
    return sharp({ create: { ...half.create, width: 800, background: left } })
      .composite([{ input, left: 400, top: 0 }])
      .withExif({ IFD0: { Copyright: 'secret place', Orientation: String(orientation) } })
      .withMetadata({ orientation })
      .jpeg({ quality: 95 })
      .toBuffer();
  }
  const render = async (image: Buffer, view: Partial<PictureView> = {}) => {
    const jpeg = await renderer.render(async () => image, { ...VIEW, ...view }, OWNER);
    const { data, info } = await sharp(jpeg!).raw().toBuffer({ resolveWithObject: true });
    const brightness = (x: number, y: number) => data[3 * (y * info.width + x)]!;
    /** The mean of an area; the watermark shifts it slightly. */
    const mean = (left: number, top: number, width: number, height: number) => {
      let sum = 0;
      for (let y = top; y < top + height; y++)
        for (let x = left; x < left + width; x++) sum += brightness(x, y);
      return sum / (width * height);
    };
    return { jpeg: jpeg!, info, mean, data };
  };

  it('covers pictures with a watermark that shows on any ground, and removes their metadata', async () => {
    const { jpeg, info, data } = await render(await halves('#000000', '#ffffff'));
    expect(info).toMatchObject({ width: 800, height: 600 });
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg' });
    const { exif, xmp, icc, orientation } = await sharp(jpeg).metadata();
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(jpeg.includes('secret place')).toBe(false);
    // Each part of the picture, dark or light, contains letters.
    for (let top = 0; top < 600; top += 150)
      for (const left of [0, 200, 420, 600]) {
        let marked = 0;
        for (let y = top; y < top + 150; y++)
          for (let x = left; x < left + 180; x++) {
            const value = data[3 * (y * 800 + x)]!;
            if (left < 400 ? value > 50 : value < 220) marked++;
          }
        expect(marked).toBeGreaterThan(200);
      }
  });

  it.each([
    ['as taken', 1, 0, { dark: 'left' }],
    ['turned by their metadata', 6, 0, { dark: 'top' }],
    ['turned by the reading', 1, 90, { dark: 'top' }],
    ['turned by both', 6, 90, { dark: 'right' }],
  ] as const)('renders pictures upright: %s', async (_name, orientation, turn, { dark }) => {
    const { info, mean } = await render(await halves('#000000', '#ffffff', orientation), { turn });
    const { width, height } = info;
    const [w, h] = [width >> 1, height >> 1];
    const shade = {
      left: mean(0, 0, w, height),
      right: mean(w, 0, w, height),
      top: mean(0, 0, width, h),
      bottom: mean(0, h, width, h),
    };
    const darkest = Object.entries(shade).sort(([, a], [, b]) => a - b)[0]![0];
    expect(darkest).toBe(dark);
  });

  it('renders a region, in fractions of the upright picture', async () => {
    const region = { x: 0, y: 0, w: 1, h: 0.25 };
    const { info, mean } = await render(await halves('#000000', '#ffffff'), { region, turn: 90 });
    expect(info.width).toBe(3 * info.height);
    expect(mean(0, 0, info.width, info.height)).toBeLessThan(90);
  });

  it('renders pictures no larger than requested', async () => {
    expect((await render(await halves('#333333', '#cccccc'), { maxSide: 320 })).info.width).toBe(320);
  });

  it.each(['<b>&</b></span>', '&#0;', '李小龍 שלום ‮txt.exe', '\u0000\uFFFF\uD800', 'x'.repeat(5_000)])(
    'accepts any name as the watermark: %j',
    async (name) => {
      const { info } = await render(await halves('#333333', '#cccccc'), { watermark: name, maxSide: 500 });
      expect(info.width).toBe(500);
    },
  );

  it('returns null for a picture that cannot be decoded', async () => {
    const whole = await halves('#333333', '#cccccc');
    for (const bytes of [Buffer.from('no picture'), whole.subarray(0, 1_500)])
      expect(await renderer.render(async () => bytes, VIEW, OWNER)).toBeNull();
  });

  it('renders nothing without a watermark', async () => {
    const whole = await halves('#333333', '#cccccc');
    expect(await renderer.render(async () => whole, { ...VIEW, watermark: ' ' }, OWNER)).toBeNull();
  });
});
