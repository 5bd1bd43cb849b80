import { faceDistance, OTHER_PERSON_DISTANCE, SAME_PERSON_DISTANCE } from '../face/face-match.js';
import { type PosedFace, relativeYaw } from './camera-pose.js';
import { type ChallengePath } from './follow-challenge.js';
import { clearIf, gate, type LivenessGate, notRun } from './liveness-gate.js';

/**
 * Largest descriptor distance within one person, straight ahead and turned, where descriptors drift. Single frames of
 * real people reach 0.51 and 0.56, but the deciding median of three in a row stays 0.017 within the limits. They are
 * not wider because exceeding them only means another attempt, while wider ones would admit another person.
 */
const MAX_STRAIGHT_DISTANCE = SAME_PERSON_DISTANCE;
const MAX_TURNED_DISTANCE = 0.58;
const STRAIGHT = 12;
/** Consecutive frames judged together: most of them must show the same person. */
const FRAMES_TOGETHER = 3;
/** Beyond this, a turned face is almost certainly another person. */
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
    clearIf(longest <= MAX_MISSING_IN_ROW),
    1 - longest / faces.length,
    1 - MAX_MISSING_IN_ROW / faces.length,
  );
}

/**
 * Clear if most of any three consecutive frames are near the neutral one, so a single poor likeness refuses nobody,
 * and a swap cannot hide among other frames. A single frame as distant as another person leaves a doubt; two of three
 * fail. The score is the smallest margin.
 */
export function samePerson(faces: readonly (PosedFace | null)[], path: ChallengePath): LivenessGate {
  if (!path.neutral) return notRun('same_person');
  const distances = distancesToNeutral(faces, path);
  const near = smallestMargin(distances, MAX_STRAIGHT_DISTANCE, MAX_TURNED_DISTANCE);
  const other = smallestMargin(distances, OTHER_PERSON_DISTANCE, OTHER_PERSON_TURNED_DISTANCE);
  const isClear = near >= 0 && !distances.some(isAnotherPerson);
  return gate('same_person', isClear ? 'clear' : other >= 0 ? 'uncertain' : 'fail', near, 0);
}

/** The smallest of the median margins of FRAMES_TOGETHER consecutive frames. */
function smallestMargin(distances: readonly NeutralDistance[], straight: number, turned: number): number {
  const margins = distances.map(({ distance, isStraight }) => (isStraight ? straight : turned) - distance);
  const groups = Math.max(1, margins.length - FRAMES_TOGETHER + 1);
  const medians = Array.from({ length: groups }, (_, first) => {
    const together = margins.slice(first, first + FRAMES_TOGETHER).sort((a, b) => a - b);
    return together[Math.floor((together.length - 1) / 2)]!;
  });
  return Math.min(...medians);
}

/** Requires at least one frame straight ahead, because turned faces may just be badly detected. */
export function showsAnotherPerson(faces: readonly (PosedFace | null)[], path: ChallengePath): boolean {
  const others = distancesToNeutral(faces, path).filter(isAnotherPerson);
  return others.length >= MIN_OTHER_FRAMES && others.some(({ isStraight }) => isStraight);
}

interface NeutralDistance {
  distance: number;
  isStraight: boolean;
}

function isAnotherPerson({ distance, isStraight }: NeutralDistance): boolean {
  return distance > (isStraight ? OTHER_PERSON_DISTANCE : OTHER_PERSON_TURNED_DISTANCE);
}

/** Distances of all faces from the neutral frame on. */
function distancesToNeutral(
  faces: readonly (PosedFace | null)[],
  { neutral }: ChallengePath,
): NeutralDistance[] {
  if (!neutral) return [];
  return faces.slice(neutral.index).flatMap((face) => {
    if (!face) return [];
    const distance = faceDistance(face.face.descriptor, neutral.posed.face.descriptor);
    return [{ distance, isStraight: isStraightAhead(face, neutral.posed) }];
  });
}

export const isStraightAhead = (face: PosedFace, neutral: PosedFace) =>
  Math.abs(relativeYaw(face, neutral)) <= STRAIGHT;
