import { type FacePoint } from '../face/face.port.js';
import { solveLeastSquares } from './least-squares.js';
import { meanDepth } from './mean-face.js';

const LANDMARKS = Array.from({ length: 68 }, (_, index) => index);
const NOSE_BRIDGE = 27;
const CHIN = 8;
/** Distance from the bridge of the nose to the chin of a mean face, in eye-to-mouth distances. */
const MEAN_HEIGHT = 1.59;
/** Minimum foreshortening, so small turns are not divided by their own noise. */
const MIN_FORESHORTENING = 0.3;
/**
 * Limits for landmarks that no turned face explains: larger deviations from the best fit (as a share of the face's
 * height; up to 0.06 on real and rendered faces), and larger shifts than a quarter turn's.
 */
const MAX_DEVIATION = 0.12;
const MAX_SHIFT = 1;

/** How reference points move across and down an image, by depth and by their place on the face. */
interface Motion {
  depth: number;
  across: number;
  down: number;
}

/**
 * Depth revealed by a turn, in depths of a mean face: 1 for a rigid mean head, 0 for a sheet of paper. Landmark
 * networks see too little in a head (0.5 to 1) and too much in a flat sheet (0.1 to 0.3), because they have only seen
 * heads.
 *
 * Seen from afar, points move by an affine map of their place in the image when a surface turns, and further by their
 * depth times the sine of the turn (Koenderink and van Doorn, Affine structure from motion, 1991). Both are fitted
 * together by least squares, with the depths of a mean face. The affine map foreshortens the face by the cosine in
 * the direction of the turn, regardless of nod, tilt or change of distance, so the shift is compared with the sine
 * corresponding to the foreshortening: for the same shift, paper is foreshortened more than a head.
 *
 * @param reference 68 landmarks of the face straight ahead
 * @param turned 68 landmarks of the same person after a turn
 * @param side 1 for a turn to the person's left, -1 to the right
 * @returns null if the landmarks cannot be a turned face
 */
export function depthFromTurn(
  reference: readonly FacePoint[],
  turned: readonly FacePoint[],
  side: 1 | -1,
): number | null {
  const [from, to] = [toFaceHeights(reference, reference), toFaceHeights(turned, reference)];
  const rows = LANDMARKS.map((index) => {
    const { x, y } = from[index]!;
    return [meanDepth(index) / MEAN_HEIGHT, x, y, 1];
  });
  const [right, below] = [
    fitMotion(
      rows,
      to.map(({ x }) => x),
    ),
    fitMotion(
      rows,
      to.map(({ y }) => y),
    ),
  ];
  if (!right || !below) return null;
  const { size, ratio, roll } = stretch(right.motion, below.motion);
  const deviation = Math.hypot(right.deviation, below.deviation) / size;
  const shift = (right.motion.depth * Math.cos(roll) + below.motion.depth * Math.sin(roll)) / size;
  if (!(deviation <= MAX_DEVIATION) || !(Math.abs(shift) <= MAX_SHIFT)) return null;
  return (side * shift) / Math.max(MIN_FORESHORTENING, Math.sqrt(1 - ratio ** 2));
}

/** Landmarks relative to their mean, in units of another face's height. */
function toFaceHeights(landmarks: readonly FacePoint[], unit: readonly FacePoint[]): FacePoint[] {
  const height = Math.hypot(unit[CHIN]!.x - unit[NOSE_BRIDGE]!.x, unit[CHIN]!.y - unit[NOSE_BRIDGE]!.y);
  const sum = landmarks.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  const middle = { x: sum.x / landmarks.length, y: sum.y / landmarks.length };
  return landmarks.map(({ x, y }) => ({ x: (x - middle.x) / height, y: (y - middle.y) / height }));
}

/** One coordinate of the turned points as a function of the reference, and the root mean square of the residual. */
function fitMotion(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
): { motion: Motion; deviation: number } | null {
  const fitted = solveLeastSquares(rows, targets);
  if (!fitted) return null;
  const [depth, across, down] = fitted as [number, number, number];
  const squares = rows.map((row, index) => {
    const predicted = row.reduce((sum, value, column) => sum + value * fitted[column]!, 0);
    return (predicted - targets[index]!) ** 2;
  });
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  return { motion: { depth, across, down }, deviation: Math.sqrt(mean) };
}

/** Singular values of the affine map: the larger one, their ratio; and how far it rolls the face, in radians. */
function stretch(right: Motion, below: Motion): { size: number; ratio: number; roll: number } {
  const [turning, shearing] = [
    [right.across + below.down, below.across - right.down],
    [right.across - below.down, below.across + right.down],
  ] as [[number, number], [number, number]];
  const [same, other] = [Math.hypot(...turning) / 2, Math.hypot(...shearing) / 2];
  const size = same + other;
  return { size, ratio: Math.abs(same - other) / size, roll: Math.atan2(turning[1], turning[0]) };
}
