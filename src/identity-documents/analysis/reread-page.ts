import { openImage } from '../engines/imaging/decode-image.js';
import { type PrintedText } from '../engines/text/printed-text.js';
import { readPageAgain } from '../engines/text/second-reader/second-reader.engine.js';
import { type RereadTask } from './analysis-task.js';

/** Longer side in pixels that, together with the networks, fits into the child's memory. */
const MOST_PIXELS = 3_600;

/** Reads the page above an MRZ found earlier. @throws Error if the picture cannot be decoded */
export async function rereadPage({ image, mrzBox }: RereadTask): Promise<PrintedText> {
  const opened = await openImage(Buffer.from(image));
  if (!opened.ok) throw new Error(`The picture was read before, and is ${opened.reason}`);
  const { data, info } = await opened
    .pixels()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize({ width: MOST_PIXELS, height: MOST_PIXELS, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return readPageAgain({ pixels: data, width: info.width, height: info.height }, mrzBox);
}
