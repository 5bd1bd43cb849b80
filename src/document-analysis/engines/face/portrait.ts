import { type FaceEngine, type RgbPicture } from './face.port.js';

/** The portrait on a document. */
export interface Portrait {
  found: boolean;
  /** Too few pixels to be compared; a photo from nearer helps. */
  tooSmall: boolean;
  /** Width of the face in pixels of the picture that was looked at. */
  widthPx: number | null;
  descriptor: number[] | null;
}

/** Measured: at 96 pixels of portrait a descriptor still holds, at 64 even the detector fails. A face is half of it. */
const MIN_FACE_WIDTH = 48;
/** Where the portrait of passports and cards stands (ICAO 9303-4 §2.2, 9303-5 §2.2). */
const PORTRAIT_SHARE = 0.45;

const NOT_FOUND: Portrait = { found: false, tooSmall: false, widthPx: null, descriptor: null };

/** The largest face on the picture of a document; where the whole shows none, its left part is looked at again. */
export async function readPortrait(
  engine: FaceEngine,
  picture: RgbPicture,
  leftPart: (share: number) => Promise<RgbPicture>,
): Promise<Portrait> {
  const [face] = await engine.observe(picture, 'document');
  const found = face ?? (await engine.observe(await leftPart(PORTRAIT_SHARE), 'document'))[0];
  if (!found) return NOT_FOUND;
  const { width } = found.box;
  return {
    found: true,
    tooSmall: width < MIN_FACE_WIDTH,
    widthPx: Math.round(width),
    descriptor: found.descriptor,
  };
}
