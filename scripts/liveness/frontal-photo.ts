import { type FaceEngine } from '../../src/identity-documents/engines/face/face.port.js';
import { Random } from '../mrz/random.js';
import { renderFrame } from './film.js';
import { type SampleFace } from './sample-faces.js';
import { randomScene } from './scene.js';
import { headSurface } from './surface.js';

const SIDE = 520;
/** Usual distance of portraits, in eye distances. */
const DISTANCE = 14;

/**
 * The photo an attacker would choose: the same person facing the camera in even light.
 * Throws if the rendered face is not detected.
 */
export async function frontalPhoto(engine: FaceEngine, face: SampleFace): Promise<SampleFace> {
  const random = new Random(1);
  const scene = { ...randomScene(random, DISTANCE, SIDE, SIDE), light: 1, lightDrift: 0, noise: 1 };
  const pose = { yaw: 0, pitch: 0, roll: 0, distance: DISTANCE, dx: 0, dy: 0 };
  const surface = headSurface(face, { depth: 1, nose: 1 });
  const picture = renderFrame(scene, { face, surface }, { pose, atMs: 0, isBlinking: false }, random);
  const [seen] = await engine.detectFaces(picture, 'document');
  if (!seen) throw new Error(`no face was detected in the frontal image of face ${face.name}`);
  return { name: face.name, picture, landmarks: seen.landmarks, eyeDistance: seen.eyeDistance };
}
