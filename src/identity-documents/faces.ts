/** Public face of the face engine: what it finds and how faces are compared. */
export {
  FACE_MATCH_CLEAR_SCORE,
  type FaceMatch,
  isDuplicateFace,
  matchFaces,
} from './engines/face/face-match.js';
export { type Portrait } from './engines/face/portrait.js';
export { type FrameObservation } from './engines/liveness/frame-observation.js';
