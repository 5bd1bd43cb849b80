import { cropImage, type ImageCrop, type RgbImage } from '../imaging/rgb-image.js';
import { type FaceEngine, type FaceObservation } from './face.port.js';
import { faceDistance, OTHER_PERSON_DISTANCE } from './face-match.js';

/** The portrait on a document. */
export interface Portrait {
  found: boolean;
  /** Too few pixels to compare; a closer photo helps. */
  tooSmall: boolean;
  /**
   * Upright, confirmed by the face detector and without a rival. An uncertain face counts neither as the holder's
   * portrait nor as another person's: it may be sideways or belong to a photo next to the document.
   */
  isCertain: boolean;
  /** Width of the face in pixels of the searched image. */
  widthPx: number | null;
  descriptor: number[] | null;
}

/** Where to search for a portrait. */
export interface PortraitView {
  /** Whether the document is upright in the image; if not, nothing found is certain. */
  isUpright: boolean;
  whole: RgbImage;
  /** The area where portraits are printed; null if they can be anywhere. */
  portraitPart: ImageCrop | null;
}

/**
 * Measured: descriptors work at a portrait width of 96 pixels, and detection fails at 64. A face is half of
 * it.
 */
const MIN_FACE_WIDTH = 48;
/** Surroundings shown to the second detector, in widths of the face. */
const SURROUNDINGS = 2;
/**
 * In widths of the largest face; smaller ones are ghost images in the security print, or people on stamps.
 */
const MIN_RIVAL_WIDTH = 0.3;
/** A face this close to the edge of its crop, in pixels, may be cut off; a neighbouring crop has all of it. */
const SEAM = 2;
/** If a face has this share of the image's width, every rival is large enough to be found in one pass. */
const LARGE_SHARE = 0.16;
/**
 * Otherwise, the image is searched in quarters of this share of its sides, whose overlap ensures that no face is cut
 * in all of them.
 */
const QUARTER_SHARE = 0.62;

export const NO_PORTRAIT: Portrait = {
  found: false,
  tooSmall: false,
  isCertain: false,
  widthPx: null,
  descriptor: null,
};

/** Returns the largest face; certain only if no other face could be the portrait instead. */
export async function readPortrait(
  engine: FaceEngine,
  { whole, portraitPart, isUpright }: PortraitView,
): Promise<Portrait> {
  const seen = portraitPart
    ? await detectNewFaces(engine, portraitPart, whole, [])
    : await detectFacesAnywhere(engine, whole);
  const [largest, ...others] = seen.sort((a, b) => b.box.width - a.box.width);
  if (largest) return toPortrait(largest, isUpright && !others.some((other) => isRival(largest, other)));
  const [faint, ...further] = await engine.detectFaces(whole, 'document');
  if (!faint) return NO_PORTRAIT;
  const [confirmed] = isUpright ? await engine.detectFaces(surroundings(whole, faint), 'camera') : [];
  return toPortrait(faint, confirmed !== undefined && !further.some((other) => isRival(faint, other)));
}

/** Ensures that a small portrait is found next to a large photo of someone else. */
async function detectFacesAnywhere(engine: FaceEngine, whole: RgbImage): Promise<FaceObservation[]> {
  const seen = await engine.detectFaces(whole, 'whole');
  if (seen.some(({ box }) => box.width >= LARGE_SHARE * whole.width)) return seen;
  const [width, height] = [QUARTER_SHARE * whole.width, QUARTER_SHARE * whole.height];
  for (const top of [0, whole.height - height])
    for (const left of [0, whole.width - width]) {
      const quarter = cropImage(whole, { left, top, width, height });
      seen.push(...(await detectNewFaces(engine, quarter, whole, seen)));
    }
  return seen;
}

/** Faces of a crop, in pixels of the whole image, except those cut at its edges or already seen. */
async function detectNewFaces(
  engine: FaceEngine,
  { image, left, top }: ImageCrop,
  whole: RgbImage,
  seen: readonly FaceObservation[],
): Promise<FaceObservation[]> {
  const isWanted = ({ x, y, width, height }: FaceObservation['box']) => {
    const isCut =
      (left > 0 && x < SEAM) ||
      (top > 0 && y < SEAM) ||
      (left + image.width < whole.width && x + width > image.width - SEAM) ||
      (top + image.height < whole.height && y + height > image.height - SEAM);
    const middle = { x: left + x + width / 2, y: top + y + height / 2 };
    return !isCut && !seen.some(({ box }) => isWithin(box, middle) && width > box.width / 2);
  };
  const found = await engine.detectFaces(image, 'part', isWanted);
  return found.map((face) => ({ ...face, box: { ...face.box, x: face.box.x + left, y: face.box.y + top } }));
}

function isWithin({ x, y, width, height }: FaceObservation['box'], point: { x: number; y: number }): boolean {
  return point.x > x && point.x < x + width && point.y > y && point.y < y + height;
}

/** Whether another person's face is large enough to be the portrait instead. */
function isRival(portrait: FaceObservation, other: FaceObservation): boolean {
  const isLarge = other.box.width >= MIN_RIVAL_WIDTH * portrait.box.width;
  return isLarge && faceDistance(portrait.descriptor, other.descriptor) > OTHER_PERSON_DISTANCE;
}

function toPortrait({ box, descriptor }: FaceObservation, isCertain: boolean): Portrait {
  return {
    found: true,
    tooSmall: box.width < MIN_FACE_WIDTH,
    isCertain,
    widthPx: Math.round(box.width),
    descriptor,
  };
}

/** The part of the image around a face. */
function surroundings(image: RgbImage, { box }: FaceObservation): RgbImage {
  const side = SURROUNDINGS * Math.max(box.width, box.height);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return cropImage(image, { left: x - side / 2, top: y - side / 2, width: side, height: side }).image;
}
