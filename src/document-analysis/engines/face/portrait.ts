import { type FaceEngine, type FaceObservation, type RgbPicture } from './face.port.js';

/** The portrait on a document. */
export interface Portrait {
  found: boolean;
  /** Too few pixels to be compared; a photo from nearer helps. */
  tooSmall: boolean;
  /**
   * Seen upright by both detectors. The one for documents also finds faces that lie on their side, and is sometimes surer
   * of them: what it then describes resembles nobody, which must not be taken for another person.
   */
  isCertain: boolean;
  /** Width of the face in pixels of the picture that was looked at. */
  widthPx: number | null;
  descriptor: number[] | null;
}

/** Measured: at 96 pixels of portrait a descriptor still holds, at 64 even the detector fails. A face is half of it. */
const MIN_FACE_WIDTH = 48;
/** How much around a face the second detector sees, in widths of the face. */
const SURROUNDINGS = 2;

/** A score of the camera's detector from which on it need not be asked whether another finds more. */
const SURE = 0.6;

export const NO_PORTRAIT: Portrait = {
  found: false,
  tooSmall: false,
  isCertain: false,
  widthPx: null,
  descriptor: null,
};

/**
 * The largest face on a document. `left`: the part of the upright page where most portraits stand, or null where nobody
 * knows which way is up; `whole`: all of it. The fast detector of the camera looks there first, and is certain where it
 * is sure; where it is not, the slow one for documents looks everywhere.
 */
export async function readPortrait(
  engine: FaceEngine,
  left: (() => Promise<RgbPicture>) | null,
  whole: () => Promise<RgbPicture>,
): Promise<Portrait> {
  const part = left && (await left());
  const [near] = part ? await engine.observe(part, 'camera') : [];
  if (near && near.score >= SURE) return portraitOf(near, true);
  for (const picture of [await whole(), ...(part ? [part] : [])]) {
    const [face] = await engine.observe(picture, 'document');
    if (!face) continue;
    const [seen] = left ? await engine.observe(surroundings(picture, face), 'camera') : [];
    return portraitOf(face, seen !== undefined);
  }
  return NO_PORTRAIT;
}

function portraitOf({ box, descriptor }: FaceObservation, isCertain: boolean): Portrait {
  return {
    found: true,
    tooSmall: box.width < MIN_FACE_WIDTH,
    isCertain,
    widthPx: Math.round(box.width),
    descriptor,
  };
}

/** The part of a picture around a face. */
function surroundings({ pixels, width, height }: RgbPicture, { box }: FaceObservation): RgbPicture {
  const reach = (SURROUNDINGS * Math.max(box.width, box.height)) / 2;
  const within = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [left, right] = [within(x - reach, width - 1), within(x + reach, width)];
  const [top, bottom] = [within(y - reach, height - 1), within(y + reach, height)];
  const cut = new Uint8Array(3 * (right - left) * (bottom - top));
  for (let row = top; row < bottom; row++)
    cut.set(
      pixels.subarray(3 * (row * width + left), 3 * (row * width + right)),
      3 * (row - top) * (right - left),
    );
  return { pixels: cut, width: right - left, height: bottom - top };
}
