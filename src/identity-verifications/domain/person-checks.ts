import { FACE_MATCH_CLEAR_SCORE, type FaceMatch, matchFaces } from '../../identity-documents/faces.js';
import { check, notRun } from './check.js';
import { type Check } from './decision.js';
import { type DecisionInput } from './decision-evidence.js';

const NOBODY_COMPARED = 'No face was compared with the portrait: this method checks only the document';

/** Compares portrait and selfie; null if one of them is missing or not good enough. */
export function compareFaces({ front, liveness }: DecisionInput): FaceMatch | null {
  const portrait = front?.portrait;
  if (!portrait?.descriptor || portrait.tooSmall) return null;
  if (!liveness?.verdict.passed || liveness.descriptors.length === 0) return null;
  return matchFaces(portrait.descriptor, liveness.descriptors);
}

export function faceMatch(input: DecisionInput, match: FaceMatch | null): Check {
  if (input.method === 'document') return notRun('face_match', NOBODY_COMPARED);
  const portrait = input.front?.portrait;
  if (!match) {
    if (!portrait) return notRun('face_match');
    if (!portrait.found) return check('face_match', 'uncertain', 'No portrait was found on the document');
    if (portrait.tooSmall) return check('face_match', 'uncertain', 'The portrait is too small to compare');
    return notRun('face_match');
  }
  // If the face might not be the portrait, it proves neither that this is the holder nor that it is not.
  const outcome = portrait?.isCertain ? match.outcome : 'uncertain';
  const measured = { score: match.score, threshold: FACE_MATCH_CLEAR_SCORE };
  const words = {
    clear: 'The face in front of the camera is the one on the document',
    uncertain: 'The face in front of the camera may be the one on the document',
    fail: 'The face in front of the camera is not the one on the document',
  };
  return check('face_match', outcome, words[outcome], null, measured);
}

export function livenessCheck({ liveness }: DecisionInput): Check {
  if (!liveness) return notRun('liveness');
  const { verdict, inDoubt } = liveness;
  const measured = { score: verdict.score, threshold: null };
  if (verdict.passed) return check('liveness', 'clear', 'A living person did what was asked', null, measured);
  return inDoubt && !verdict.spoofDetected
    ? check(
        'liveness',
        'uncertain',
        'The challenge did not show with certainty that a person was present',
        null,
        measured,
      )
    : check('liveness', 'fail', 'The challenge was not passed', null, measured);
}
