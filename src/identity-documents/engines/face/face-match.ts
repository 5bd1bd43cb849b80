/** Up to this distance, two faces are the same person; measured, see docs/identity/faces-and-liveness.md. */
export const SAME_PERSON_DISTANCE = 0.5;
/** Beyond this distance, they are different people; in between, a human decides. */
export const OTHER_PERSON_DISTANCE = 0.6;
/** For duplicate search, where one face meets thousands and chance resemblance must be far rarer. */
export const DUPLICATE_FACE_DISTANCE = 0.4;

/** The score at SAME_PERSON_DISTANCE, the lowest for a clear match. */
export const FACE_MATCH_CLEAR_SCORE = scoreOf(SAME_PERSON_DISTANCE);

/** A portrait compared with the frames of a challenge. */
export interface FaceMatch {
  /** Median distance between the portrait and the frames. */
  distance: number;
  /** 0 to 1, linear: 1 for equal descriptors, 0.5 at distance 0.6. */
  score: number;
  outcome: 'clear' | 'uncertain' | 'fail';
}

/** Compares a portrait with several frames of one person. Uses the median, so no single frame decides. */
export function matchFaces(portrait: readonly number[], frames: readonly (readonly number[])[]): FaceMatch {
  const distances = frames.map((frame) => faceDistance(portrait, frame)).sort((a, b) => a - b);
  const median = distances[Math.floor(distances.length / 2)];
  if (median === undefined || distances.some(Number.isNaN))
    return { distance: Infinity, score: 0, outcome: 'uncertain' };
  const outcome =
    median <= SAME_PERSON_DISTANCE ? 'clear' : median <= OTHER_PERSON_DISTANCE ? 'uncertain' : 'fail';
  return { distance: median, score: scoreOf(median), outcome };
}

/** Whether a stored face is this one; stricter than matchFaces, for searches among many. */
export function isDuplicateFace(face: readonly number[], seen: readonly number[]): boolean {
  return faceDistance(face, seen) <= DUPLICATE_FACE_DISTANCE;
}

/** Euclidean distance of two descriptors; NaN if one is missing or from another model. */
export function faceDistance(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || a.length !== b.length) return Number.NaN;
  return Math.sqrt(a.reduce((sum, value, index) => sum + (value - b[index]!) ** 2, 0));
}

function scoreOf(distance: number): number {
  const score = Math.max(0, 1 - distance / (2 * OTHER_PERSON_DISTANCE));
  return Math.round(score * 10_000) / 10_000;
}
