import { type FacePoint } from '../face/face.port.js';
import { meanDepth } from './mean-face.js';
import { solveLeastSquares } from './least-squares.js';

const LANDMARKS = Array.from({ length: 68 }, (_, index) => index);
/** Narrowing that counts as 0, so that small turns are not divided by their own noise. */
const NARROWING_GUARD = 1.2;

/**
 * Depth revealed by a turn, relative to how much the face narrowed: about 0.8 for a head, 0.35 for a sheet of
 * paper.
 *
 * When a flat or bent sheet turns, its points shift by a polynomial of their position (the first terms of a
 * plane's homography, Hartley and Zisserman, Multiple View Geometry, §2.3, and of a cylinder). Those of a
 * head also shift by sin(turn) × depth, while the face narrows by cos(turn). Both terms are fitted together
 * by least squares, with the depths of a mean face. The residual of the polynomial alone is not enough: a
 * landmark network has only seen heads and bends what it sees on paper towards them. But for the same shift
 * paper narrows more than a head.
 *
 * @param frontal 68 landmarks of the face straight ahead
 * @param turned 68 landmarks of the same person after a turn
 * @param side 1 for a turn to the person's left, -1 to the right
 */
export function depthFromTurn(
  frontal: readonly FacePoint[],
  turned: readonly FacePoint[],
  side: 1 | -1,
): number {
  const from = normalizeLandmarks(frontal);
  const to = normalizeLandmarks(turned);
  if (!from || !to) return 0;
  const rows = LANDMARKS.map((index) => {
    const { x, y } = from[index]!;
    return [meanDepth(index), 1, x, y, x * x, x * y, y * y];
  });
  const fitted = solveLeastSquares(
    rows,
    LANDMARKS.map((index) => to[index]!.x),
  );
  const shift = fitted ? side * fitted[0]! : 0;
  return shift / Math.max(0.1, NARROWING_GUARD - eyeDistance(to) / eyeDistance(from));
}

/**
 * Landmarks relative to the midpoint of the eyes, in units of the eye-to-mouth distance, which a turn does
 * not change.
 */
function normalizeLandmarks(landmarks: readonly FacePoint[]): FacePoint[] | null {
  const [left, right] = [centre(landmarks, 36, 42), centre(landmarks, 42, 48)];
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  const mouth = {
    x: (landmarks[48]!.x + landmarks[54]!.x) / 2,
    y: (landmarks[48]!.y + landmarks[54]!.y) / 2,
  };
  const [down, across] = [mouth.y - middle.y, mouth.x - middle.x];
  const unit = Math.hypot(down, across);
  if (!(unit > 0)) return null;
  const roll = Math.atan2(right.y - left.y, right.x - left.x);
  const [cosine, sine] = [Math.cos(roll) / unit, Math.sin(roll) / unit];
  return landmarks.map(({ x, y }) => ({
    x: (x - middle.x) * cosine + (y - middle.y) * sine,
    y: -(x - middle.x) * sine + (y - middle.y) * cosine,
  }));
}

function eyeDistance(landmarks: readonly FacePoint[]): number {
  const [left, right] = [centre(landmarks, 36, 42), centre(landmarks, 42, 48)];
  return Math.hypot(left.x - right.x, left.y - right.y) || 1;
}

function centre(landmarks: readonly FacePoint[], from: number, to: number): FacePoint {
  const points = landmarks.slice(from, to);
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
