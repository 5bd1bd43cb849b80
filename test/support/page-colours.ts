import sharp from 'sharp';
import { type MrzReading } from '../../src/identity-documents/engines/mrz/mrz-reading.js';
import { measurePageColours } from '../../src/identity-documents/engines/quality/page-colours.js';
import { COLOUR_SIDE } from '../../src/identity-documents/engines/quality/quality.engine.js';

/**
 * The colour of a page that no cast explains, as an analysis measures it; its zone may have been read in another
 * picture.
 */
export async function pageColoursOf(
  picture: Buffer,
  { box }: Pick<MrzReading, 'box'>,
): Promise<number | null> {
  const { data, info } = await sharp(picture)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize({ width: COLOUR_SIDE, height: COLOUR_SIDE, fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return measurePageColours({ pixels: data, width: info.width, height: info.height }, box);
}
