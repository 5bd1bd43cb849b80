import { type FacePoint } from '../../src/identity-documents/engines/face/face.port.js';
import { meanDepth } from '../../src/identity-documents/engines/liveness/mean-face.js';

/** A point of a face in eye distances; the origin is between the eyes, x to the right, y down, z forward. */
export interface FacePoint3 {
  x: number;
  y: number;
  z: number;
}

/** Eye-to-mouth distance of a mean face, in eye distances. */
const EYES_TO_MOUTH = 1.11;
/** The inner corner of an eye, relative to which the nose protrudes. */
const EYE_CORNER = 39;
/** Forehead, crown and sides of the head, which have no landmarks; in eye distances. */
const REST_OF_HEAD: readonly FacePoint3[] = [
  { x: 0, y: -0.75, z: -0.3 },
  { x: -0.6, y: -0.75, z: -0.42 },
  { x: 0.6, y: -0.75, z: -0.42 },
  { x: 0, y: -1.25, z: -0.7 },
  { x: -0.8, y: -1.1, z: -1 },
  { x: 0.8, y: -1.1, z: -1 },
  { x: 0, y: -1.8, z: -1.6 },
  { x: -1.3, y: -0.9, z: -1.8 },
  { x: 1.3, y: -0.9, z: -1.8 },
  { x: -1.5, y: 0.3, z: -1.9 },
  { x: 1.5, y: 0.3, z: -1.9 },
  { x: -1, y: 1.7, z: -1.5 },
  { x: 1, y: 1.7, z: -1.5 },
  { x: 0, y: 2.2, z: -1.1 },
];
/** Exponent of the inverse distance weighting (Shepard's interpolation). */
const STEEPNESS = 3.4;

/** How a head differs from the mean, as factors around 1. */
export interface HeadVariation {
  depth: number;
  /** How far the nose protrudes beyond the eyes. */
  nose: number;
  /** How far the chin lies behind the tip of the nose: prominent below 1, receding above. */
  chin?: number;
  /** How far the jaw's sides and the cheeks lie back: a broad, flat face below 1. */
  sides?: number;
  /** How far the brows lie behind the tip of the nose. */
  brows?: number;
}

const isBetween = (index: number, first: number, last: number) => index >= first && index <= last;

/** Depth of a landmark in eye distances; 0 at the tip of the nose, negative behind it. */
function landmarkDepth(
  index: number,
  { depth, nose, chin = 1, sides = 1, brows = 1 }: HeadVariation,
): number {
  const mean = meanDepth(index) * EYES_TO_MOUTH * depth;
  const eyes = meanDepth(EYE_CORNER) * EYES_TO_MOUTH * depth;
  if (isBetween(index, 28, 35)) return eyes + (mean - eyes) * nose;
  if (isBetween(index, 6, 10)) return mean * chin;
  if (isBetween(index, 0, 16)) return mean * sides;
  return isBetween(index, 17, 26) ? mean * brows : mean;
}

/**
 * Depth of a head at any point of its image, interpolated from its landmarks. `yaw` is how far the head was
 * turned in the photo, in radians: the mean depths apply along the head's axis, not the camera's.
 */
export function headDepth(
  landmarks: readonly FacePoint[],
  variation: HeadVariation,
  yaw: number,
): (x: number, y: number) => number {
  const rest = REST_OF_HEAD.map(({ x, y, z }) => ({ x, y, z: z * variation.depth }));
  const own = [
    ...landmarks.map(({ x, y }, index) => ({ x, y, z: landmarkDepth(index, variation) })),
    ...rest,
  ];
  const known = own.map(({ x, y, z }) => ({ x, y, z: (z - x * Math.sin(yaw)) / Math.cos(yaw) }));
  return (x, y) => {
    let sum = 0;
    let weights = 0;
    for (const point of known) {
      const weight = ((x - point.x) ** 2 + (y - point.y) ** 2 + 0.004) ** (-STEEPNESS / 2);
      sum += weight * point.z;
      weights += weight;
    }
    return sum / weights;
  };
}
