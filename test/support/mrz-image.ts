import sharp from 'sharp';
import { MRZ_IMAGE_SIDE, readMrz } from '../../src/identity-documents/engines/mrz/mrz.engine.js';
import { type MrzReading } from '../../src/identity-documents/engines/mrz/mrz-reading.js';

/** Reads the MRZ only, without the rest of a document analysis. */
export async function readMrzFromImage(image: Buffer, today = '2026-01-01'): Promise<MrzReading | null> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#ffffff' })
    .resize({ width: MRZ_IMAGE_SIDE, height: MRZ_IMAGE_SIDE, fit: 'inside', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return readMrz({ pixels: data, width: info.width, height: info.height }, today);
}
