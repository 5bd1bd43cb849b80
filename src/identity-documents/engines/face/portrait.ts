import { faceDistance, OTHER_PERSON } from './face-match.js';
import { type FaceEngine, type FaceObservation, type RgbPicture } from './face.port.js';
import { cutPicture, type PicturePart } from './rgb-picture.js';

/** The portrait on a document. */
export interface Portrait {
  found: boolean;
  /** Too few pixels to be compared; a photo from nearer helps. */
  tooSmall: boolean;
  /**
   * Seen upright, by the detector for faces, and the only face of its kind there. What is not certain is never taken for
   * the holder's portrait, nor for another person's: it may be a face that lies on its side, or a photo beside the document.
   */
  isCertain: boolean;
  /** Width of the face in pixels of the picture that was looked at. */
  widthPx: number | null;
  descriptor: number[] | null;
}

/** Where a portrait is looked for. */
export interface PortraitView {
  /** Whether the document's top is up in it; else nothing that is found is certain. */
  isUpright: boolean;
  whole: RgbPicture;
  /** Where portraits stand in it; null where they may stand anywhere. */
  portraitPart: PicturePart | null;
}

/** Measured: at 96 pixels of portrait a descriptor still holds, at 64 even the detector fails. A face is half of it. */
const MIN_FACE_WIDTH = 48;
/** How much around a face the second detector sees, in widths of the face. */
const SURROUNDINGS = 2;
/** Below, in widths of the largest face: ghosts of the portrait in the security print, and people on stamps. */
const MIN_RIVAL_WIDTH = 0.3;
/** A face this near to the seam of its part, in pixels, may be cut by it; its neighbour shows it whole. */
const SEAM = 2;
/** Beside a face of this share of the picture's width every rival is large enough to be seen at one look. */
const LARGE_SHARE = 0.16;
/** Else it is looked at in quarters, of this share of its sides, so that none is cut by all of their seams. */
const QUARTER_SHARE = 0.62;

export const NO_PORTRAIT: Portrait = {
  found: false,
  tooSmall: false,
  isCertain: false,
  widthPx: null,
  descriptor: null,
};

/** The largest face there is; certain only where no other one could be the portrait instead. */
export async function readPortrait(
  engine: FaceEngine,
  { whole, portraitPart, isUpright }: PortraitView,
): Promise<Portrait> {
  const seen = portraitPart
    ? await newFacesOf(engine, portraitPart, whole, [])
    : await facesAnywhere(engine, whole);
  const [largest, ...others] = seen.sort((a, b) => b.box.width - a.box.width);
  if (largest) return portraitOf(largest, isUpright && !others.some((other) => isRival(largest, other)));
  const [faint, ...further] = await engine.observe(whole, 'document');
  if (!faint) return NO_PORTRAIT;
  const [confirmed] = isUpright ? await engine.observe(surroundings(whole, faint), 'camera') : [];
  return portraitOf(faint, confirmed !== undefined && !further.some((other) => isRival(faint, other)));
}

/** A small portrait must be seen beside a large photo of somebody else. */
async function facesAnywhere(engine: FaceEngine, whole: RgbPicture): Promise<FaceObservation[]> {
  const seen = await engine.observe(whole, 'whole');
  if (seen.some(({ box }) => box.width >= LARGE_SHARE * whole.width)) return seen;
  const [width, height] = [QUARTER_SHARE * whole.width, QUARTER_SHARE * whole.height];
  for (const top of [0, whole.height - height])
    for (const left of [0, whole.width - width]) {
      const quarter = cutPicture(whole, { left, top, width, height });
      seen.push(...(await newFacesOf(engine, quarter, whole, seen)));
    }
  return seen;
}

/** The faces of a part, in pixels of the whole, but those that its seams cut or that were seen before. */
async function newFacesOf(
  engine: FaceEngine,
  { picture, left, top }: PicturePart,
  whole: RgbPicture,
  seen: readonly FaceObservation[],
): Promise<FaceObservation[]> {
  const isWanted = ({ x, y, width, height }: FaceObservation['box']) => {
    const isCut =
      (left > 0 && x < SEAM) ||
      (top > 0 && y < SEAM) ||
      (left + picture.width < whole.width && x + width > picture.width - SEAM) ||
      (top + picture.height < whole.height && y + height > picture.height - SEAM);
    const middle = { x: left + x + width / 2, y: top + y + height / 2 };
    return !isCut && !seen.some(({ box }) => isWithin(box, middle) && width > box.width / 2);
  };
  const found = await engine.observe(picture, 'part', isWanted);
  return found.map((face) => ({ ...face, box: { ...face.box, x: face.box.x + left, y: face.box.y + top } }));
}

function isWithin({ x, y, width, height }: FaceObservation['box'], point: { x: number; y: number }): boolean {
  return point.x > x && point.x < x + width && point.y > y && point.y < y + height;
}

/** Another person's face that is large enough to be the portrait. */
function isRival(portrait: FaceObservation, other: FaceObservation): boolean {
  const isLarge = other.box.width >= MIN_RIVAL_WIDTH * portrait.box.width;
  return isLarge && faceDistance(portrait.descriptor, other.descriptor) > OTHER_PERSON;
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
function surroundings(picture: RgbPicture, { box }: FaceObservation): RgbPicture {
  const side = SURROUNDINGS * Math.max(box.width, box.height);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return cutPicture(picture, { left: x - side / 2, top: y - side / 2, width: side, height: side }).picture;
}
