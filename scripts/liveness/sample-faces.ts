import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import {
  type FaceEngine,
  type FaceObservation,
  type FacePoint,
  type RgbPicture,
} from '../../src/document-analysis/engines/face/face.port.js';
import { headPose } from '../../src/document-analysis/engines/liveness/head-pose.js';

/** A face out of the sample photos that the face package ships, cut out with room around it. */
export interface SampleFace {
  /** Number of the photo and of the face in it, from the left. */
  name: string;
  picture: RgbPicture;
  /** In pixels of `picture`. */
  landmarks: FacePoint[];
  descriptor: number[];
  eyeDistance: number;
}

const PHOTOS = 6;
/** Enough to turn and to enlarge a face. */
const MIN_EYE_DISTANCE = 34;
const MAX_YAW = 27;
const MAX_PITCH = 30;
const MAX_ROLL = 45;
/** Room around the middle of the eyes, in eye distances. */
const ABOVE = 2.6;
const BELOW = 3.2;
const BESIDE = 2.6;
/** Faces are brought to this distance of their eyes. */
const EYE_DISTANCE = 80;

/** Every face that looks at the camera, upright and large enough; always in the same order. */
export async function sampleFaces(engine: FaceEngine): Promise<SampleFace[]> {
  const found: SampleFace[] = [];
  for (let photo = 1; photo <= PHOTOS; photo++) {
    const whole = await rgbOf(sharp(samplePhoto(photo)));
    const faces = await engine.observe(whole, 'document');
    faces.sort((a, b) => a.box.x - b.box.x);
    for (const [index, face] of faces.entries()) {
      const sample = isUsable(face) && (await cutOut(engine, photo, face));
      if (sample) found.push({ ...sample, name: `${photo}.${index + 1}` });
    }
  }
  return found;
}

/** Path of one of the photos, 1 to 6. */
export function samplePhoto(number: number): string {
  const folder = dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
  return join(folder, 'demo', `sample${number}.jpg`);
}

/** The pixels of a picture, red, green and blue. */
export async function rgbOf(image: Sharp): Promise<RgbPicture> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}

function isUsable(face: FaceObservation): boolean {
  const { yaw, pitch, roll } = headPose(face.landmarks);
  const isInView = Math.abs(yaw) <= MAX_YAW && Math.abs(pitch) <= MAX_PITCH && Math.abs(roll) <= MAX_ROLL;
  return isInView && face.eyeDistance >= MIN_EYE_DISTANCE;
}

/** The face turned upright and enlarged; null where it can no longer be found then. */
async function cutOut(engine: FaceEngine, photo: number, face: FaceObservation): Promise<SampleFace | null> {
  const [left, right] = [eye(face.landmarks, 36), eye(face.landmarks, 42)];
  const angle = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  const reach = Math.ceil(face.eyeDistance * (ABOVE + BELOW));
  const extended = await sharp(samplePhoto(photo))
    .extend({ top: reach, bottom: reach, left: reach, right: reach, extendWith: 'mirror' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const around = await sharp(extended)
    .extract({ left: Math.round(middle.x), top: Math.round(middle.y), width: 2 * reach, height: 2 * reach })
    .png()
    .toBuffer();
  const turned = await sharp(around).rotate(-angle).png().toBuffer({ resolveWithObject: true });
  const [cx, cy, unit] = [turned.info.width / 2, turned.info.height / 2, face.eyeDistance];
  const picture = await rgbOf(
    sharp(turned.data)
      .extract({
        left: Math.round(cx - BESIDE * unit),
        top: Math.round(cy - ABOVE * unit),
        width: Math.round(2 * BESIDE * unit),
        height: Math.round((ABOVE + BELOW) * unit),
      })
      .resize({ width: Math.round(2 * BESIDE * EYE_DISTANCE), kernel: 'lanczos3' }),
  );
  const seen = nearestToMiddle(await engine.observe(picture, 'document'), picture);
  if (!seen || Math.abs(headPose(seen.landmarks).yaw) > MAX_YAW) return null;
  const { landmarks, descriptor, eyeDistance } = seen;
  return { name: '', picture, landmarks, descriptor, eyeDistance };
}

function nearestToMiddle(
  faces: readonly FaceObservation[],
  { width }: RgbPicture,
): FaceObservation | undefined {
  const off = ({ box }: FaceObservation) => Math.abs(box.x + box.width / 2 - width / 2);
  return faces.filter((face) => off(face) < 0.12 * width).sort((a, b) => off(a) - off(b))[0];
}

/** The middle of the six landmarks of an eye. */
export function eye(landmarks: readonly FacePoint[], first: 36 | 42): FacePoint {
  const points = landmarks.slice(first, first + 6);
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / 6, y: sum.y / 6 };
}
