import sharp from 'sharp';
import { type Picture } from '../../../../scripts/mrz/photo-effects.js';
import { photographScreen } from '../../../../scripts/mrz/photograph-screen.js';
import { Random } from '../../../../scripts/mrz/random.js';
import { inDepth } from '../../../../test/support/in-depth.js';
import { renderPassport } from '../../../../test/support/passport-renderer.js';
import { type GreyImage } from '../imaging/grey-image.js';
import { measureScreenPattern } from './screen-pattern.js';

async function pixelsOf(image: Buffer): Promise<Picture> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function toGreyImage({ data, width, height }: Picture): Promise<GreyImage> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { pixels: await sharp(jpeg).greyscale().raw().toBuffer(), width, height };
}

inDepth(
  'recognizes a display by its pixel grid, which crosses the whole image in one direction',
  async () => {
    const page = await pixelsOf(await renderPassport({}, { pageWidth: 500 }));
    const photo = { scale: 2.4, tilt: 2, perspective: 0.03 };
    const taken = photographScreen(page, photo, { width: 900, height: 700 }, new Random(3));
    expect(measureScreenPattern(await toGreyImage(taken))).toBeGreaterThan(0.7);
  },
);

test('does not mistake a passport’s security print for a display', async () => {
  const page = await renderPassport({}, { pageWidth: 1_000, background: 'desk', skew: 2, noise: 3 });
  expect(measureScreenPattern(await toGreyImage(await pixelsOf(page)))).toBeLessThan(0.5);
});

test('scores an image that is too small to judge 0', () => {
  const pixels = Uint8Array.from({ length: 500 * 900 }, (_, at) => (at % 3 === 0 ? 0 : 255));
  expect(measureScreenPattern({ pixels, width: 900, height: 500 })).toBe(0);
});
