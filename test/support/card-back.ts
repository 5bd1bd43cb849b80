import bwip from 'bwip-js/node';
import sharp from 'sharp';

export interface CardPhoto {
  /** Clockwise degrees. */
  rotate?: number;
  /** Sigma of a Gaussian blur in pixels. */
  blur?: number;
  jpegQuality?: number;
  /** Width of the card in pixels. */
  width?: number;
}

const CARD_RATIO = 54 / 85.6;

/** The text as a PDF417 symbol of this width in pixels. */
export async function drawBarcode(text: string, width: number): Promise<Buffer> {
  const options = { columns: 14, eclevel: 5, paddingwidth: 12, paddingheight: 12, backgroundcolor: 'FFFFFF' };
  const symbol = await bwip.toBuffer({ bcid: 'pdf417', text, scale: 3, ...options });
  return sharp(symbol).flatten({ background: '#ffffff' }).resize({ width }).toBuffer();
}

/** Photo of the back of a licence on a dark desk, with this text as its barcode. */
export async function cardBack(
  text: string,
  { rotate = 0, blur, jpegQuality = 90, width = 1_400 }: CardPhoto = {},
): Promise<Buffer> {
  const bars = await drawBarcode(text, Math.round(width * 0.86));
  const height = Math.round(width * CARD_RATIO);
  const card = await sharp({ create: { width, height, channels: 3, background: '#e3edf4' } })
    .composite([{ input: bars, left: Math.round(width * 0.07), top: Math.round(height * 0.45) }])
    .png()
    .toBuffer();
  const photo = sharp(card).rotate(rotate, { background: '#57524a' }).extend({
    top: 60,
    bottom: 60,
    left: 60,
    right: 60,
    background: '#57524a',
  });
  const taken = sharp(await photo.png().toBuffer());
  return (blur ? taken.blur(blur) : taken).jpeg({ quality: jpegQuality }).toBuffer();
}
