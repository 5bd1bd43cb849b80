import { Random } from '../../scripts/mrz/random.js';
import { type ChallengeStep } from '../../src/identity-documents/engines/liveness/challenge.js';
import { type ReceivedFrame } from '../../src/identity-documents/engines/liveness/follow-challenge.js';
import { type FrameObservation } from '../../src/identity-documents/engines/liveness/frame-observation.js';
import { meanDepth } from '../../src/identity-documents/engines/liveness/mean-face.js';

/**
 * 68 landmarks of a mean face in hundredths of its eye distance, from the midpoint of the eyes: x to the
 * right, y down.
 */
const MEAN_FACE = [
  [
    -108, -1, -106, 29, -101, 57, -95, 82, -85, 109, -71, 132, -54, 148, -33, 166, 0, 176, 33, 166, 54, 148,
    71, 132,
  ],
  [
    85, 109, 95, 82, 101, 57, 106, 29, 108, -1, -89, -27, -77, -37, -59, -39, -43, -35, -29, -29, 29, -29, 43,
    -35,
  ],
  [
    59, -39, 77, -37, 89, -27, 0, 5, 0, 26, 0, 46, 0, 64, -19, 73, -10, 76, 0, 78, 10, 76, 19, 73, -68, -1,
    -58, -7,
  ],
  [
    -43, -6, -30, 2, -42, 6, -58, 6, 30, 2, 43, -6, 58, -7, 68, -1, 58, 6, 42, 6, -41, 106, -27, 101, -9, 97,
    0, 99,
  ],
  [
    9, 97, 27, 101, 41, 106, 27, 121, 13, 129, 0, 131, -13, 129, -27, 121, -38, 107, -13, 107, 0, 107, 13,
    107, 38, 107,
  ],
  [12, 115, 0, 117, -12, 115],
].flat();
const EYES_TO_MOUTH = 1.06;
const FOCAL = 640;
const FAR = 10;
const NEAR = 6.5;

/**
 * The subject in front of the camera: a head, or a sheet with a face, bent with `curvature` = 1 / radius in eye
 * distances.
 */
export interface Shown {
  shape: 'head' | 'sheet';
  curvature?: number;
  /** Depth of a head relative to a mean one; landmarks on a print show some although it has none. */
  relief?: number;
  /** Degrees by which it turns when asked to; 30 by default. */
  turn?: number;
  /** The person whose descriptor is observed; equal numbers are the same person. */
  person?: number;
  /** Standard deviation of the landmarks in pixels. */
  noise?: number;
}

/** Observation of a face with an eye distance of 64 pixels on a frame of 480 × 640. */
export function seenFace(shown: Shown, { yaw = 0, distance = FAR }, random: Random): FrameObservation {
  const angle = (yaw * Math.PI) / 180;
  const landmarks = Array.from({ length: 68 }, (_, index) => {
    const { x, y, z } = placed(index, shown);
    const turned = x * Math.cos(angle) + z * Math.sin(angle);
    const away = distance - (z * Math.cos(angle) - x * Math.sin(angle));
    const noise = () => (shown.noise ?? 0.3) * random.gaussian();
    return { x: 240 + (FOCAL * turned) / away + noise(), y: 290 + (FOCAL * y) / away + noise() };
  });
  const eyeDistance = FOCAL / distance;
  return {
    width: 480,
    height: 640,
    faces: [
      {
        box: {
          x: 240 - 1.1 * eyeDistance,
          y: 300 - eyeDistance,
          width: 2.2 * eyeDistance,
          height: 2.4 * eyeDistance,
        },
        score: 0.9,
        landmarks,
        descriptor: descriptorOf(shown.person ?? 1, random),
        eyeDistance,
      },
    ],
    brightness: 120,
    fingerprint: String(random.next()),
  };
}

function placed(
  index: number,
  { shape, curvature = 0, relief = 1 }: Shown,
): { x: number; y: number; z: number } {
  const [x, y] = [MEAN_FACE[2 * index]! / 100, MEAN_FACE[2 * index + 1]! / 100];
  if (shape === 'head') return { x, y, z: relief * meanDepth(index) * EYES_TO_MOUTH };
  if (curvature === 0) return { x, y, z: 0 };
  return { x: Math.sin(x * curvature) / curvature, y, z: (Math.cos(x * curvature) - 1) / curvature };
}

/** A descriptor at distance 0.1 from others of the same person, and about 0.9 from anyone else's. */
function descriptorOf(person: number, random: Random): number[] {
  const own = new Random(person);
  return Array.from({ length: 128 }, () => 0.055 * own.gaussian() + 0.006 * random.gaussian());
}

/** Yaw in degrees and distance that satisfy a step. */
export function poseFor(step: ChallengeStep, turn = 30): { yaw: number; distance: number } {
  const yaw = step === 'turn_left' ? turn : step === 'turn_right' ? -turn : 0;
  return { yaw, distance: step === 'come_closer' ? NEAR : FAR };
}

/** A person who follows the instructions, with two frames per step, half a second apart. */
export function landmarkFilm(steps: readonly ChallengeStep[], shown: Shown, seed = 1): ReceivedFrame[] {
  const random = new Random(seed);
  return steps
    .flatMap((step) => [step, step])
    .map((step, index) => ({
      observation: seenFace(shown, poseFor(step, shown.turn), random),
      receivedAtMs: 500 * (index + 1),
      answeredAtMs: 500 * (index + 1),
    }));
}
