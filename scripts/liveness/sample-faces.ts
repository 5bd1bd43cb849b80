import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { type FacePoint } from '../../src/identity-documents/engines/face/face.port.js';
import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

/** A face cropped from the sample photos shipped with face-api, with a margin. */
export interface SampleFace {
  /** Number of the photo and of the face in it, from the left. */
  name: string;
  picture: RgbImage;
  /** In pixels of `picture`. */
  landmarks: FacePoint[];
  eyeDistance: number;
}

/** Position of a face in its photo, in pixels and degrees. */
export interface FaceLocation {
  photo: number;
  /** Midpoint between the eyes. */
  x: number;
  y: number;
  /** Clockwise angle of the line through the eyes. */
  roll: number;
  eyeDistance: number;
}

/** Stored by `find-faces.ts`, so rendering a film needs no neural network. */
export type FoundFace = { name: string; place: FaceLocation; eyeDistance: number; landmarks: number[] };

export const FACES_FILE = join(PROJECT_ROOT, 'scripts/liveness/sample-faces.json');
/** Margins around the midpoint of the eyes, in eye distances. */
const ABOVE = 2.6;
const BELOW = 3.2;
const BESIDE = 2.6;
/** Faces are scaled to this eye distance in pixels. */
const EYE_DISTANCE = 80;

/** All faces that look at the camera, upright and large enough, in fixed order. */
export async function sampleFaces(): Promise<SampleFace[]> {
  const faces: SampleFace[] = [];
  for (const found of foundFaces()) faces.push(await toSample(found));
  return faces;
}

/** One of `sampleFaces`, without cropping the others. @throws RangeError if there is none of this index */
export async function sampleFace(index: number): Promise<SampleFace> {
  const found = foundFaces();
  const chosen = found[index];
  if (!chosen) throw new RangeError(`There is no sample face ${index}, only 0 to ${found.length - 1}`);
  return toSample(chosen);
}

const foundFaces = () => JSON.parse(readFileSync(FACES_FILE, 'utf8')) as FoundFace[];

async function toSample({ name, place, eyeDistance, landmarks }: FoundFace): Promise<SampleFace> {
  const points = landmarks.flatMap((x, index) => (index % 2 ? [] : [{ x, y: landmarks[index + 1]! }]));
  return { name, picture: await cropFace(place), landmarks: points, eyeDistance };
}

/** Path of a sample photo, 1 to 6. */
export function samplePhoto(number: number): string {
  const folder = dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
  return join(folder, 'demo', `sample${number}.jpg`);
}

/** Decodes an image to RGB. */
export async function decodeRgb(image: Sharp): Promise<RgbImage> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}

/** A face rotated upright and scaled to EYE_DISTANCE, with a margin. */
export async function cropFace({ photo, x, y, roll, eyeDistance }: FaceLocation): Promise<RgbImage> {
  const reach = Math.ceil(eyeDistance * (ABOVE + BELOW));
  const extended = await sharp(samplePhoto(photo))
    .extend({ top: reach, bottom: reach, left: reach, right: reach, extendWith: 'mirror' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const around = await sharp(extended)
    .extract({ left: Math.round(x), top: Math.round(y), width: 2 * reach, height: 2 * reach })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const turned = await sharp(around)
    .rotate(-roll)
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return decodeRgb(
    sharp(turned.data)
      .extract({
        left: Math.round(turned.info.width / 2 - BESIDE * eyeDistance),
        top: Math.round(turned.info.height / 2 - ABOVE * eyeDistance),
        width: Math.round(2 * BESIDE * eyeDistance),
        height: Math.round((ABOVE + BELOW) * eyeDistance),
      })
      .resize({ width: Math.round(2 * BESIDE * EYE_DISTANCE), kernel: 'lanczos3' }),
  );
}

/** Centre of an eye's six landmarks. */
export function eyeCentre(landmarks: readonly FacePoint[], first: 36 | 42): FacePoint {
  const points = landmarks.slice(first, first + 6);
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / 6, y: sum.y / 6 };
}
