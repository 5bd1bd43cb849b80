import { type FaceObservation, type FacePoint } from '../face/face.port.js';
import { type ChallengeStep } from './challenge.js';
import { type FrameObservation } from './frame-observation.js';
import { type HeadPose, headPose } from './head-pose.js';

/** Smallest yaw that counts as a turn, in degrees relative to the person's neutral frame (measured). */
export const MIN_TURN = 18;
/** The requested turn: large enough for depth to be measured. */
export const ASKED_TURN = 22;
/** Up to this yaw, a head counts as looking straight ahead. */
export const MAX_STRAIGHT = 10;
/** How much larger than in the neutral frame a face must be to have come closer. */
const MIN_CLOSER = 1.3;
/** A second face counts from this share of the first one's size; smaller ones are pictures on the wall. */
const MIN_SECOND_FACE = 0.35;
const MIN_SECOND_SCORE = 0.6;
/** Nobody moves away so far that the face shrinks below this share of the neutral one. */
const MIN_HEIGHT_SHARE = 0.5;

/** The only face in a frame, with its pose. */
export interface PosedFace {
  face: FaceObservation;
  pose: HeadPose;
  /** Distance from the bridge of the nose to the chin in pixels; turning does not change it. */
  height: number;
}

/** How many people are in front of the camera. */
export function countFaces({ faces }: FrameObservation): number {
  const [first, ...others] = faces;
  if (!first) return 0;
  const further = others.filter(
    (face) => face.score >= MIN_SECOND_SCORE && face.eyeDistance >= MIN_SECOND_FACE * first.eyeDistance,
  );
  return 1 + further.length;
}

/**
 * Null unless the frame has exactly one face with all landmarks and a descriptor. A face far smaller than the
 * neutral one does not count: it is a picture on the wall, found when the person was missed.
 */
export function posedFace(frame: FrameObservation, neutral: PosedFace | null = null): PosedFace | null {
  const [face] = frame.faces;
  if (!face || countFaces(frame) !== 1) return null;
  if (face.landmarks.length !== 68 || face.descriptor.length === 0) return null;
  const height = Math.hypot(...difference(face.landmarks[27]!, face.landmarks[8]!));
  const isPerson = height > 0 && height >= MIN_HEIGHT_SHARE * (neutral?.height ?? 0);
  return isPerson ? { face, pose: headPose(face.landmarks), height } : null;
}

/** Yaw relative to the neutral frame in degrees, positive towards the person's left. */
export function relativeYaw({ pose }: PosedFace, neutral: PosedFace): number {
  return pose.yaw - neutral.pose.yaw;
}

/** The steps that a face satisfies right now. */
export function stepsShown(posed: PosedFace, neutral: PosedFace): ChallengeStep[] {
  const turn = relativeYaw(posed, neutral);
  if (turn >= MIN_TURN) return ['turn_left'];
  if (turn <= -MIN_TURN) return ['turn_right'];
  if (Math.abs(turn) > MAX_STRAIGHT) return [];
  return posed.height >= MIN_CLOSER * neutral.height ? ['straight_ahead', 'come_closer'] : ['straight_ahead'];
}

function difference(a: FacePoint, b: FacePoint): [number, number] {
  return [b.x - a.x, b.y - a.y];
}
