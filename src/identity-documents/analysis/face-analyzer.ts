import { type Sharp } from 'sharp';
import { type FaceEngine } from '../engines/face/face.port.js';
import { FaceApiEngine } from '../engines/face/face-api.engine.js';
import { NO_PORTRAIT, type Portrait, type PortraitView, readPortrait } from '../engines/face/portrait.js';
import { openImage } from '../engines/imaging/decode-image.js';
import { type Point } from '../engines/imaging/grey-image.js';
import { detectImageFormat } from '../engines/imaging/image-format.js';
import { cropImage, type RgbImage, sampleColour } from '../engines/imaging/rgb-image.js';
import { type FrameObservation, observeFrame } from '../engines/liveness/frame-observation.js';
import { PAGE_RATIO, pageTransform } from '../engines/mrz/page-transform.js';
import { type PortraitLocation } from './analysis-task.js';

/** Longer side of the analysed image in pixels; a larger one costs time and finds nothing more. */
const DOCUMENT_SIDE = 1_600;
const PAGE_WIDTH = 800;
const FRAME_SIDE = 640;
/**
 * Passports and cards with an MRZ below have the portrait on the left (ICAO 9303-4 §2.2, 9303-6 §2.2). Share
 * of the page's width.
 */
const PORTRAIT_SHARE = 0.5;
/** Smaller and larger than any camera frame the page sends, in pixels. */
const MIN_FRAME_SIDES = { long: 500, short: 300 };
const MAX_FRAME_SIDE = 2_000;

let engine: FaceEngine | undefined;

/**
 * Finds the portrait on a document. With an MRZ only the page above it is searched, because a photo next to the page
 * is not the portrait. An image that cannot be decoded has no portrait.
 */
export async function readDocumentPortrait(
  bytes: Buffer,
  { rotation, mrzBox }: PortraitLocation,
): Promise<Portrait> {
  const opened = await openImage(bytes);
  if (!opened.ok) return NO_PORTRAIT;
  if (mrzBox)
    return readPortrait(faceEngine(), pageView(await toRgb(opened.pixels(), DOCUMENT_SIDE), mrzBox));
  const whole = await toRgb(opened.pixels().rotate(rotation ?? 0), DOCUMENT_SIDE);
  return readPortrait(faceEngine(), {
    whole,
    portraitPart: null,
    isUpright: rotation !== null,
  });
}

/** The page above its MRZ, rectified. */
function pageView(picture: RgbImage, mrzBox: readonly Point[]): PortraitView {
  const { toImage, widthPx } = pageTransform(mrzBox, picture);
  const width = Math.max(1, Math.min(PAGE_WIDTH, Math.round(widthPx)));
  const height = Math.max(1, Math.round(width * PAGE_RATIO));
  const pixels = new Uint8Array(3 * width * height).fill(255);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const place = toImage((x + 0.5) / width, (y + 0.5) / height);
      const isInside = place.x >= 0 && place.y >= 0 && place.x < picture.width && place.y < picture.height;
      if (isInside) sampleColour(picture, place.x, place.y, pixels, at);
    }
  const whole = { pixels, width, height };
  const left = { left: 0, top: 0, width: PORTRAIT_SHARE * width, height };
  return { whole, portraitPart: cropImage(whole, left), isUpright: true };
}

/** Detects faces in a camera frame; null unless the bytes are a JPEG of a camera frame's size. */
export async function observeCameraFrame(bytes: Buffer): Promise<FrameObservation | null> {
  if (detectImageFormat(bytes) !== 'jpeg') return null;
  const opened = await openImage(bytes);
  if (!opened.ok) return null;
  const { width, height } = opened.image;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  if (long > MAX_FRAME_SIDE || long < MIN_FRAME_SIDES.long || short < MIN_FRAME_SIDES.short) return null;
  const picture = await toRgb(opened.pixels(), FRAME_SIDE).catch(() => null);
  return picture && observeFrame(faceEngine(), picture);
}

/** Opened with the first picture, because its models take a second to load. */
const faceEngine = () => (engine ??= new FaceApiEngine());

async function toRgb(image: Sharp, side: number): Promise<RgbImage> {
  const { data, info } = await image
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
