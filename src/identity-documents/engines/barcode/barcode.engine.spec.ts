import sharp from 'sharp';
import { aamvaText } from '../../../../test/support/aamva-text.js';
import { cardBack, type CardPhoto } from '../../../../test/support/card-back.js';
import { type GreyImage } from '../imaging/grey-image.js';
import { readBarcode } from './barcode.engine.js';

async function read(photo: CardPhoto, text = aamvaText()) {
  const { data, info } = await sharp(await cardBack(text, photo))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raster: GreyImage = { pixels: data, width: info.width, height: info.height };
  return readBarcode(raster);
}

/** Text of the length and kind of a licence's, in which ZXing finds the bars less easily. */
const OTHER_HOLDER = aamvaText({
  elements: { DAQ: 'IDQ043DFD', DCS: 'UEDA', DAC: 'VICTOR', DAD: 'HUGO', DBA: '09202032', DBB: '06171941' },
});

describe('the barcode on the back of a licence', () => {
  test.each<[string, CardPhoto]>([
    ['a scan', {}],
    ['rotated by 90°', { rotate: 90 }],
    ['upside down', { rotate: 180 }],
    ['skewed by 4°', { rotate: 4 }],
    ['skewed by 12°', { rotate: -12 }],
    ['a JPEG of quality 40', { jpegQuality: 40 }],
    ['slightly blurred', { blur: 0.8 }],
  ])('reads the barcode completely: %s', async (_name, photo) => {
    expect(await read(photo)).toMatchObject({
      symbology: 'PDF417',
      complete: true,
      fields: { surname: 'PUBLIC', documentNumber: 'D12345678', birthDate: '1986-01-31' },
    });
  });

  test.each([-13, -9, -7, -2.7, 1.5, 2.3, 3.2, 6.5, 8, 92.5, 177])(
    'reads the barcode at %s°, whatever its text',
    async (rotate) => {
      const photo = { rotate, jpegQuality: 78 };
      expect(await read(photo, OTHER_HOLDER)).toMatchObject({ complete: true, fields: { surname: 'UEDA' } });
    },
  );

  test('finds no barcode on a blank card', async () => {
    const white = { pixels: new Uint8Array(600 * 400).fill(230), width: 600, height: 400 };
    expect(await readBarcode(white)).toBeNull();
  });

  test('reports any other barcode as such', async () => {
    expect(await read({}, 'this is no licence, but a parcel label with some text on it')).toMatchObject({
      complete: false,
      problems: ['no_header'],
    });
  });
});
