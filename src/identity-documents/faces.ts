/** What other rooms may know of the face engine: its findings and the comparison, not how they come about. */
export {
  FACE_MATCH_CLEAR_SCORE,
  type FaceMatch,
  isSameFaceSeenBefore,
  matchFaces,
} from './engines/face/face-match.js';
export { type Portrait } from './engines/face/portrait.js';
export { type FrameObservation } from './engines/liveness/frame-observation.js';
