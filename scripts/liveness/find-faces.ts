import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { type FaceObservation } from '../../src/identity-documents/engines/face/face.port.js';
import { FaceApiEngine } from '../../src/identity-documents/engines/face/face-api.engine.js';
import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';
import { headPose } from '../../src/identity-documents/engines/liveness/head-pose.js';
import {
  cropFace,
  decodeRgb,
  eyeCentre,
  type FaceLocation,
  FACES_FILE,
  type FoundFace,
  samplePhoto,
} from './sample-faces.js';

/** Finds the faces in the sample photos and stores them: node scripts/tool.mjs scripts/liveness/find-faces. */
const PHOTOS = 6;
/** Large enough to turn and enlarge. */
const MIN_EYE_DISTANCE = 34;
const MAX_YAW = 27;
const MAX_PITCH = 30;
const MAX_ROLL = 45;
/** How far from the middle of its crop a face may be detected again, as a share of the width. */
const MAX_OFF = 0.12;

const engine = new FaceApiEngine();
const found: FoundFace[] = [];
for (let photo = 1; photo <= PHOTOS; photo++) {
  const faces = await engine.detectFaces(await decodeRgb(sharp(samplePhoto(photo))), 'document');
  faces.sort((a, b) => a.box.x - b.box.x);
  for (const [index, face] of faces.entries()) {
    if (!isUsable(face)) continue;
    const place = placeOf(face, photo);
    const seen = await findAgain(await cropFace(place));
    if (!seen || Math.abs(headPose(seen.landmarks).yaw) > MAX_YAW) continue;
    const landmarks = seen.landmarks.flatMap(({ x, y }) => [
      Math.round(x * 10) / 10,
      Math.round(y * 10) / 10,
    ]);
    found.push({ name: `${photo}.${index + 1}`, place, eyeDistance: seen.eyeDistance, landmarks });
  }
}
writeFileSync(FACES_FILE, `[\n${found.map((face) => JSON.stringify(face)).join(',\n')}\n]\n`);
console.log(`${found.length} faces: ${found.map(({ name }) => name).join(' ')}`);

function isUsable({ landmarks, eyeDistance }: FaceObservation): boolean {
  const { yaw, pitch, roll } = headPose(landmarks);
  const isInView = Math.abs(yaw) <= MAX_YAW && Math.abs(pitch) <= MAX_PITCH && Math.abs(roll) <= MAX_ROLL;
  return isInView && eyeDistance >= MIN_EYE_DISTANCE;
}

function placeOf({ landmarks, eyeDistance }: FaceObservation, photo: number): FaceLocation {
  const [left, right] = [eyeCentre(landmarks, 36), eyeCentre(landmarks, 42)];
  const roll = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
  return { photo, x: (left.x + right.x) / 2, y: (left.y + right.y) / 2, roll, eyeDistance };
}

async function findAgain(picture: RgbImage): Promise<FaceObservation | undefined> {
  const off = ({ box }: FaceObservation) => Math.abs(box.x + box.width / 2 - picture.width / 2);
  const faces = await engine.detectFaces(picture, 'document');
  return faces.filter((face) => off(face) < MAX_OFF * picture.width).sort((a, b) => off(a) - off(b))[0];
}
