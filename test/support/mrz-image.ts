import sharp from 'sharp';
import { type GreyImage } from '../../src/identity-documents/engines/imaging/grey-image.js';
import { MRZ_IMAGE_SIDE, readMrz } from '../../src/identity-documents/engines/mrz/mrz.engine.js';
import { type MrzReading } from '../../src/identity-documents/engines/mrz/mrz-reading.js';

/** The picture as an analysis decodes it for its readers. */
export async function greyImage(image: Buffer): Promise<GreyImage> {
  const { data, info } = await sharp(image)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: MRZ_IMAGE_SIDE, height: MRZ_IMAGE_SIDE, fit: 'inside', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** Reads the MRZ only, without the rest of a document analysis. */
export async function readMrzFromImage(image: Buffer, today = '2026-01-01'): Promise<MrzReading | null> {
  return readMrz(await greyImage(image), today);
}
