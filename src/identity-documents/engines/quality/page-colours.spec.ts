import { Random } from '../../../../scripts/mrz/random.js';
import { renderPassport } from '../../../../scripts/mrz/render-passport.js';
import { tintedCopy, TINTS } from '../../../../scripts/mrz/tinted-copy.js';
import { readMrzFromImage } from '../../../../test/support/mrz-image.js';
import { pageColoursOf } from '../../../../test/support/page-colours.js';
import { type MrzReading } from '../mrz/mrz-reading.js';
import { measurePageColours } from './page-colours.js';
import { MIN_PAGE_COLOURS } from './quality.engine.js';

describe('colours of a page', () => {
  let page: Buffer;
  let mrz: MrzReading;

  beforeAll(async () => {
    page = await renderPassport({}, { background: 'desk', skew: 2, pageWidth: 800 });
    mrz = (await readMrzFromImage(page))!;
  });

  it('finds more colours than a cast on a genuine page', async () => {
    expect(await pageColoursOf(page, mrz)).toBeGreaterThan(1.5 * MIN_PAGE_COLOURS);
  });

  // More of them, on other pages, in `bench/error-rates`.
  it.each(['blue light, 10 %', 'blue light, 25 %', 'yellow light, 25 %', 'green light, 25 %', 'blue ink'])(
    'finds only a cast on a copy: %s',
    async (kind) => {
      expect(await pageColoursOf(await tintedCopy(page, TINTS[kind]!), mrz)).toBeLessThan(MIN_PAGE_COLOURS);
    },
  );

  it('does not judge colours where most of the page lies outside the picture', () => {
    const pixels = new Uint8Array(3 * 90 * 30).map(() => new Random(1).below(256));
    const box = [
      { x: 0.05, y: 0.2 },
      { x: 0.95, y: 0.2 },
      { x: 0.95, y: 0.8 },
      { x: 0.05, y: 0.8 },
    ];
    expect(measurePageColours({ pixels, width: 90, height: 30 }, box)).toBeNull();
  });
});
