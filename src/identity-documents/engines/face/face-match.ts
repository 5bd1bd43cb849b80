/** Up to here two faces are one person's; measured, see docs/identity/faces-and-liveness.md. */
const SAME_PERSON = 0.5;
/** Beyond: another person's. Between the two a human looks. */
export const OTHER_PERSON = 0.6;
/** For 'seen before', where one face is compared with thousands: a chance likeness must be far rarer there. */
export const SAME_FACE_AMONG_MANY = 0.4;

/** The score at SAME_PERSON: what a clear match has at least. */
export const FACE_MATCH_CLEAR_SCORE = scoreOf(SAME_PERSON);

/** The comparison of a portrait with the frames of a challenge. */
export interface FaceMatch {
  /** Between the portrait and the frame in the middle, once they are ordered by likeness. */
  distance: number;
  /** 0 to 1: 1 for equal descriptors, 0.5 at the distance 0.6, falling as a straight line. */
  score: number;
  outcome: 'clear' | 'uncertain' | 'fail';
}

/** Compares a portrait with several frames of one person: the median counts, so that no single frame decides. */
export function matchFaces(portrait: readonly number[], frames: readonly (readonly number[])[]): FaceMatch {
  const distances = frames.map((frame) => faceDistance(portrait, frame)).sort((a, b) => a - b);
  const median = distances[Math.floor(distances.length / 2)];
  if (median === undefined || distances.some(Number.isNaN))
    return { distance: Infinity, score: 0, outcome: 'uncertain' };
  const outcome = median <= SAME_PERSON ? 'clear' : median <= OTHER_PERSON ? 'uncertain' : 'fail';
  return { distance: median, score: scoreOf(median), outcome };
}

/** Whether a face that was seen before is this one, among many. */
export function isSameFaceSeenBefore(face: readonly number[], seen: readonly number[]): boolean {
  return faceDistance(face, seen) <= SAME_FACE_AMONG_MANY;
}

/** Euclidean distance of two descriptors; NaN where one is missing or of another model. */
export function faceDistance(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || a.length !== b.length) return Number.NaN;
  return Math.sqrt(a.reduce((sum, value, index) => sum + (value - b[index]!) ** 2, 0));
}

function scoreOf(distance: number): number {
  const score = Math.max(0, 1 - distance / (2 * OTHER_PERSON));
  return Math.round(score * 10_000) / 10_000;
}
