import { type FaceEngine, type FaceObservation, type RgbPicture } from './face.port.js';

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

/** A face as sure as this stands upright; a lying one is seen with less, if at all. */
const SURELY_UPRIGHT = 0.8;

/**
 * The face on the picture of a document, the largest one. Where it is not sure, the left part is looked at again, in
 * which a face is larger, and the picture turned by quarters, as documents are photographed sideways.
 */
export async function readPortrait(
  engine: FaceEngine,
  picture: RgbPicture,
  leftPart: (share: number) => Promise<RgbPicture>,
): Promise<Portrait> {
  const found = await mostCertain(engine, picture, leftPart);
  if (!found) return NOT_FOUND;
  const { width } = found.box;
  return {
    found: true,
    tooSmall: width < MIN_FACE_WIDTH,
    widthPx: Math.round(width),
    descriptor: found.descriptor,
  };
}

async function mostCertain(
  engine: FaceEngine,
  picture: RgbPicture,
  leftPart: (share: number) => Promise<RgbPicture>,
): Promise<FaceObservation | undefined> {
  let best = (await engine.observe(picture, 'document'))[0];
  const look = async (seen: RgbPicture) => {
    const [face] = await engine.observe(seen, 'document');
    if (face && face.score > (best?.score ?? 0)) best = face;
  };
  if (!best) await look(await leftPart(PORTRAIT_SHARE));
  let turned = picture;
  for (let turns = 1; turns <= 3 && (best?.score ?? 0) < SURELY_UPRIGHT; turns++) {
    turned = quarterTurn(turned);
    await look(turned);
  }
  return best;
}

/** The picture turned clockwise. */
function quarterTurn({ pixels, width, height }: RgbPicture): RgbPicture {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [from, to] = [3 * (y * width + x), 3 * (x * height + height - 1 - y)];
      for (let channel = 0; channel < 3; channel++) turned[to + channel] = pixels[from + channel]!;
    }
  }
  return { pixels: turned, width: height, height: width };
}
