import { type FacePoint } from '../face/face.port.js';
import { solveLeastSquares } from './least-squares.js';

/** Degrees; `yaw` is positive when the person turns to their left. */
export interface HeadPose {
  yaw: number;
  pitch: number;
  roll: number;
}

/**
 * Ten landmarks of a mean face in tenths of millimetres: index, x to the right, y down, z towards the camera.
 */
const MEAN_FACE: readonly (readonly [index: number, x: number, y: number, z: number])[] = [
  [30, 0, 0, 0],
  [8, 0, 330, -65],
  [36, -225, -170, -135],
  [45, 225, -170, -135],
  [48, -150, 150, -125],
  [54, 150, 150, -125],
  [39, -75, -165, -120],
  [42, 75, -165, -120],
  [27, 0, -175, -90],
  [33, 0, 60, -45],
];
const DEGREES = 180 / Math.PI;
const MEAN = [1, 2, 3].map(
  (axis) => MEAN_FACE.reduce((sum, point) => sum + point[axis]!, 0) / MEAN_FACE.length,
);

/**
 * Head pose from orthography and scaling (POS, DeMenthon and Davis 1995): a least-squares fit of the mean
 * face to the landmarks yields the head's axes as its rows.
 */
export function headPose(landmarks: readonly FacePoint[]): HeadPose {
  const across = axisOf(landmarks, 'x');
  const down = axisOf(landmarks, 'y');
  return {
    yaw: Math.atan2(across[2], Math.hypot(across[0], across[1])) * DEGREES,
    pitch: Math.atan2(down[2], Math.hypot(down[0], down[1])) * DEGREES,
    roll: Math.atan2(-down[0], down[1]) * DEGREES,
  };
}

function axisOf(landmarks: readonly FacePoint[], axis: 'x' | 'y'): [number, number, number] {
  const mean = MEAN_FACE.reduce((sum, [index]) => sum + landmarks[index]![axis], 0) / MEAN_FACE.length;
  const rows = MEAN_FACE.map(([, ...point]) => point.map((value, dimension) => value - MEAN[dimension]!));
  const targets = MEAN_FACE.map(([index]) => landmarks[index]![axis] - mean);
  const fitted = solveLeastSquares(rows, targets) ?? [1, 0, 0];
  const length = Math.hypot(...fitted) || 1;
  return fitted.map((value) => value / length) as [number, number, number];
}
