import { type FaceObservation, type FacePoint } from '../face/face.port.js';
import { type FrameObservation } from './frame-observation.js';
import { type ChallengeStep } from './challenge.js';
import { type HeadPose, headPose } from './head-pose.js';

/** A turn counts from here on, in degrees against the person's own neutral frame (measured). */
export const MIN_TURN = 18;
/** Up to here a head looks straight ahead. */
const MAX_STRAIGHT = 10;
/** How much larger a face must be than in the neutral frame to have come closer. */
const MIN_CLOSER = 1.3;
/** A second face counts from this share of the first one's size; smaller ones are pictures on the wall. */
const MIN_SECOND_FACE = 0.35;
const MIN_SECOND_SCORE = 0.6;
/** Nobody leaves the oval so far that the face is smaller than this share of the neutral one. */
const MIN_HEIGHT_SHARE = 0.5;

/** A single face in a frame, with what a pose is told by. */
export interface PosedFace {
  face: FaceObservation;
  pose: HeadPose;
  /** Height of the face from the root of the nose to the chin, in pixels: a turn does not change it. */
  height: number;
}

/** How many people stand before the camera. */
export function countFaces({ faces }: FrameObservation): number {
  const [first, ...others] = faces;
  if (!first) return 0;
  const further = others.filter(
    (face) => face.score >= MIN_SECOND_SCORE && face.eyeDistance >= MIN_SECOND_FACE * first.eyeDistance,
  );
  return 1 + further.length;
}

/**
 * Null where there is not exactly one face with all its landmarks and its descriptor, or one far smaller than the person's
 * neutral one: a picture on the wall, found where the person was missed.
 */
export function posedFace(frame: FrameObservation, neutral: PosedFace | null = null): PosedFace | null {
  const [face] = frame.faces;
  if (!face || countFaces(frame) !== 1) return null;
  if (face.landmarks.length !== 68 || face.descriptor.length === 0) return null;
  const height = Math.hypot(...difference(face.landmarks[27]!, face.landmarks[8]!));
  const isPerson = height > 0 && height >= MIN_HEIGHT_SHARE * (neutral?.height ?? 0);
  return isPerson ? { face, pose: headPose(face.landmarks), height } : null;
}

/** Degrees that a face is turned against the neutral one, growing to the person's own left. */
export function turnOf({ pose }: PosedFace, neutral: PosedFace): number {
  return pose.yaw - neutral.pose.yaw;
}

/** The steps that a face fulfils at the moment. */
export function stepsShown(posed: PosedFace, neutral: PosedFace): ChallengeStep[] {
  const turn = turnOf(posed, neutral);
  if (turn >= MIN_TURN) return ['turn_left'];
  if (turn <= -MIN_TURN) return ['turn_right'];
  if (Math.abs(turn) > MAX_STRAIGHT) return [];
  return posed.height >= MIN_CLOSER * neutral.height ? ['straight_ahead', 'come_closer'] : ['straight_ahead'];
}

function difference(a: FacePoint, b: FacePoint): [number, number] {
  return [b.x - a.x, b.y - a.y];
}
