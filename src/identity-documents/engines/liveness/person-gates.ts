import { faceDistance, OTHER_PERSON_DISTANCE } from '../face/face-match.js';
import { type PosedFace, relativeYaw } from './camera-pose.js';
import { type ChallengePath } from './follow-challenge.js';
import { gate, type LivenessGate, notRun } from './liveness-gate.js';

/** Largest descriptor distance within one person, straight ahead and turned, where descriptors drift. */
const MAX_STRAIGHT_DISTANCE = 0.45;
const MAX_TURNED_DISTANCE = 0.58;
const STRAIGHT = 12;
/** Beyond this a turned face is hardly the same person. */
const OTHER_PERSON_TURNED_DISTANCE = 0.7;
/** This many frames of another person are not a detection error. */
const MIN_OTHER_FRAMES = 2;
/**
 * A hand in front of the camera explains this many consecutive frames without a face; more could hide a swap.
 */
const MAX_MISSING_IN_ROW = 2;

/** From the neutral frame on, every frame but a few shows one face. */
export function oneFace(faces: readonly (PosedFace | null)[], { neutral }: ChallengePath): LivenessGate {
  if (!neutral) return notRun('one_face');
  let inRow = 0;
  let longest = 0;
  for (const face of faces.slice(neutral.index)) {
    inRow = face ? 0 : inRow + 1;
    longest = Math.max(longest, inRow);
  }
  return gate(
    'one_face',
    longest <= MAX_MISSING_IN_ROW,
    1 - longest / faces.length,
    1 - MAX_MISSING_IN_ROW / faces.length,
  );
}

/** The score is the smallest margin, which must not be negative. */
export function samePerson(faces: readonly (PosedFace | null)[], path: ChallengePath): LivenessGate {
  if (!path.neutral) return notRun('same_person');
  const margins = distancesToNeutral(faces, path).map(
    ({ distance, isStraight }) => (isStraight ? MAX_STRAIGHT_DISTANCE : MAX_TURNED_DISTANCE) - distance,
  );
  const smallest = Math.min(...margins);
  return gate('same_person', smallest >= 0, smallest, 0);
}

/** Requires at least one frame straight ahead, because turned faces may just be badly detected. */
export function showsAnotherPerson(faces: readonly (PosedFace | null)[], path: ChallengePath): boolean {
  const others = distancesToNeutral(faces, path).filter(
    ({ distance, isStraight }) =>
      distance > (isStraight ? OTHER_PERSON_DISTANCE : OTHER_PERSON_TURNED_DISTANCE),
  );
  return others.length >= MIN_OTHER_FRAMES && others.some(({ isStraight }) => isStraight);
}

/** Distances of all faces from the neutral frame on. */
function distancesToNeutral(
  faces: readonly (PosedFace | null)[],
  { neutral }: ChallengePath,
): { distance: number; isStraight: boolean }[] {
  if (!neutral) return [];
  return faces.slice(neutral.index).flatMap((face) => {
    if (!face) return [];
    const distance = faceDistance(face.face.descriptor, neutral.posed.face.descriptor);
    return [{ distance, isStraight: isStraightAhead(face, neutral.posed) }];
  });
}

export const isStraightAhead = (face: PosedFace, neutral: PosedFace) =>
  Math.abs(relativeYaw(face, neutral)) <= STRAIGHT;
