import { faceDistance, OTHER_PERSON_DISTANCE } from '../face/face-match.js';
import { MIN_TURN, type PosedFace, posedFace, relativeYaw } from './camera-pose.js';
import { type ChallengeStep } from './challenge.js';
import { depthFromTurn } from './depth.js';
import { challengePath, type ChallengePath, type ReceivedFrame } from './follow-challenge.js';

export type LivenessGateId =
  'one_face' | 'same_person' | 'poses_in_order' | 'depth' | 'continuous' | 'fresh_frames';

export interface LivenessGate {
  id: LivenessGateId;
  outcome: 'clear' | 'fail' | 'not_run';
  /** The measured value and its limit; larger is better. */
  score: number | null;
  threshold: number | null;
}

/** The result of a challenge. Only `passed` lets anyone continue. */
export interface LivenessVerdict {
  passed: boolean;
  /** Share of clear gates, 0 to 1; a score below 1 never passes. */
  score: number;
  /** Positive evidence of a picture, a film or another person's face. */
  spoofDetected: boolean;
  gates: LivenessGate[];
  /** Index of the frame used as selfie; null if none is good enough. */
  selfieFrame: number | null;
  /** Indices of frames straight ahead, for comparison with a portrait. */
  descriptorFrames: number[];
}

/**
 * Smallest depth of a head (see depthFromTurn), and the depth below which it is certainly a sheet; measured
 * on rendered films.
 */
const MIN_DEPTH = 0.54;
const SHEET_DEPTH = 0.48;
/** Reference frames for depth: straight ahead and at about the distance of the neutral frame. */
const MAX_REFERENCES = 4;
const REFERENCE_TURN = 6;
const REFERENCE_SIZE = 1.15;
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
/** Heads do not move faster: face widths and degrees per second, and change of scale. */
const MAX_WIDTHS_A_SECOND = 4;
const MAX_DEGREES_A_SECOND = 280;
const MAX_SCALE_A_SECOND = 6;
/** Frames may be late, but a longer gap between an answer and the next frame could hide anything. */
const MAX_GAP_MS = 6_000;
/** Shorter intervals count as this, so that two frames arriving together are not a jump. */
const MIN_INTERVAL_MS = 150;
const MAX_REPEATED_SHARE = 0.25;
const MIN_FRESH_FRAMES = 3;
/** Nobody understands an instruction and turns faster. */
const MIN_REACTION_MS = 250;
const MAX_DESCRIPTORS = 5;

/**
 * Judges a challenge by all of its frames. Every gate must be clear, and a gate that could not run is not.
 * Only the frames, their order and the server's clock count, nothing that the page claims. `isReplayed` says
 * that a frame was already sent in an earlier challenge.
 */
export function judgeChallenge(
  steps: readonly ChallengeStep[],
  frames: readonly ReceivedFrame[],
  isReplayed = false,
): LivenessVerdict {
  const path = challengePath(steps, frames);
  const faces = frames.map(({ observation }) => posedFace(observation, path.neutral?.posed));
  const used = path.reached === steps.length ? path.stepFrames.at(-1)! : frames.length - 1;
  const gates = [
    oneFace(faces.slice(0, used + 1), path),
    samePerson(faces.slice(0, used + 1), path),
    posesInOrder(steps, path),
    depth(faces.slice(0, used + 1), path),
    continuous(frames.slice(0, used + 1), faces, path),
    freshFrames(frames, faces, path, isReplayed),
  ];
  const passed = gates.every(({ outcome }) => outcome === 'clear');
  const straight = straightFrames(faces, path);
  return {
    passed,
    score: round(gates.filter(({ outcome }) => outcome === 'clear').length / gates.length),
    spoofDetected: gates.some(showsSpoof) || showsAnotherPerson(faces.slice(0, used + 1), path),
    gates,
    selfieFrame: straight[0] ?? null,
    descriptorFrames: straight.slice(0, MAX_DESCRIPTORS),
  };
}

/** Positive evidence only: a missed turn, a face lost for a moment or a borderline value proves nothing. */
function showsSpoof({ id, outcome, score }: LivenessGate): boolean {
  if (outcome !== 'fail' || score === null) return false;
  if (id === 'depth') return score < SHEET_DEPTH;
  return id === 'fresh_frames';
}

function gate(id: LivenessGateId, isClear: boolean, score: number, threshold: number): LivenessGate {
  return { id, outcome: isClear ? 'clear' : 'fail', score: round(score), threshold };
}

const notRun = (id: LivenessGateId): LivenessGate => ({
  id,
  outcome: 'not_run',
  score: null,
  threshold: null,
});

const round = (value: number) => (Number.isFinite(value) ? Math.round(value * 10_000) / 10_000 : 0);

/** From the neutral frame on, every frame but a few shows one face. */
function oneFace(faces: readonly (PosedFace | null)[], { neutral }: ChallengePath): LivenessGate {
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
function samePerson(faces: readonly (PosedFace | null)[], path: ChallengePath): LivenessGate {
  if (!path.neutral) return notRun('same_person');
  const margins = distancesToNeutral(faces, path).map(
    ({ distance, isStraight }) => (isStraight ? MAX_STRAIGHT_DISTANCE : MAX_TURNED_DISTANCE) - distance,
  );
  const smallest = Math.min(...margins);
  return gate('same_person', smallest >= 0, smallest, 0);
}

/** Requires at least one frame straight ahead, because turned faces may just be badly detected. */
function showsAnotherPerson(faces: readonly (PosedFace | null)[], path: ChallengePath): boolean {
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

const isStraightAhead = (face: PosedFace, neutral: PosedFace) =>
  Math.abs(relativeYaw(face, neutral)) <= STRAIGHT;

function posesInOrder(
  steps: readonly ChallengeStep[],
  { reached, madeWrongMove }: ChallengePath,
): LivenessGate {
  if (madeWrongMove) return gate('poses_in_order', false, 0, 1);
  return gate('poses_in_order', reached === steps.length, reached / steps.length, 1);
}

/** Mean depth over the turns to both sides; unknown without both. */
function depth(faces: readonly (PosedFace | null)[], { neutral }: ChallengePath): LivenessGate {
  if (!neutral) return notRun('depth');
  const seen = faces.slice(neutral.index).filter((face) => face !== null);
  const references = seen
    .filter(
      (face) => Math.abs(relativeYaw(face, neutral.posed)) <= REFERENCE_TURN && isAsFar(face, neutral.posed),
    )
    .slice(0, MAX_REFERENCES);
  const sides = ([1, -1] as const).map((side) => {
    const turned = seen.filter((face) => side * relativeYaw(face, neutral.posed) >= MIN_TURN);
    return mean(
      turned.flatMap(({ face }) =>
        references.map((reference) => depthFromTurn(reference.face.landmarks, face.landmarks, side)),
      ),
    );
  });
  const shown = mean(sides);
  return Number.isNaN(shown) ? notRun('depth') : gate('depth', shown >= MIN_DEPTH, shown, MIN_DEPTH);
}

function isAsFar({ height }: PosedFace, { height: neutral }: PosedFace): boolean {
  return Math.max(height / neutral, neutral / height) <= REFERENCE_SIZE;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** No cuts: the head neither jumps nor turns too fast, and no long gap hides anything. */
function continuous(
  frames: readonly ReceivedFrame[],
  faces: readonly (PosedFace | null)[],
  { neutral }: ChallengePath,
): LivenessGate {
  if (!neutral) return notRun('continuous');
  let worst = 0;
  let last = neutral.index;
  for (let index = neutral.index + 1; index < frames.length; index++) {
    const interval = frames[index]!.receivedAtMs - frames[index - 1]!.answeredAtMs;
    worst = Math.max(worst, interval / MAX_GAP_MS);
    const [before, after] = [faces[last], faces[index]];
    if (!before || !after) continue;
    const between = frames[index]!.receivedAtMs - frames[last]!.receivedAtMs;
    worst = Math.max(worst, jumpSpeed(before, after, Math.max(between, MIN_INTERVAL_MS) / 1000));
    last = index;
  }
  return gate('continuous', worst <= 1, 1 - worst, 0);
}

/** Speed of a movement, as a share of the fastest plausible one. */
function jumpSpeed(before: PosedFace, after: PosedFace, seconds: number): number {
  const [a, b] = [before.face.box, after.face.box];
  const moved = Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
  const scale = Math.abs(Math.log(after.height / before.height));
  return Math.max(
    moved / a.width / seconds / MAX_WIDTHS_A_SECOND,
    Math.abs(after.pose.yaw - before.pose.yaw) / seconds / MAX_DEGREES_A_SECOND,
    scale / seconds / Math.log(MAX_SCALE_A_SECOND),
  );
}

/**
 * Still pictures and loops repeat frames bit for bit, which sensor noise prevents in a live camera. A browser
 * may deliver a frame twice in a row, but one that returns later was stored. Only frames showing the person
 * count, because a covered camera produces the same black frame again and again.
 */
function freshFrames(
  frames: readonly ReceivedFrame[],
  faces: readonly (PosedFace | null)[],
  { neutral, stepFrames }: ChallengePath,
  isReplayed: boolean,
): LivenessGate {
  const shown = neutral ? frames.filter((_, index) => index >= neutral.index && faces[index]) : [];
  if (shown.length < MIN_FRESH_FRAMES) return notRun('fresh_frames');
  const prints = shown.map(({ observation }) => observation.fingerprint);
  const isRepeated = (print: string, index: number) => print === prints[index - 1];
  const returned = prints.filter(
    (print, index) => !isRepeated(print, index) && prints.indexOf(print) < index,
  );
  const repeated = prints.filter(isRepeated).length / prints.length;
  const isInTime = frames.every(
    ({ receivedAtMs }, index) => receivedAtMs > (frames[index - 1]?.receivedAtMs ?? -1),
  );
  const isHuman = stepFrames.every((frame, step) => {
    const before = frames[stepFrames[step - 1] ?? -1];
    return !before || frames[frame]!.receivedAtMs - before.receivedAtMs >= MIN_REACTION_MS;
  });
  const fresh = returned.length > 0 || isReplayed || !isInTime || !isHuman ? 0 : 1 - repeated;
  return gate('fresh_frames', fresh >= 1 - MAX_REPEATED_SHARE, fresh, 1 - MAX_REPEATED_SHARE);
}

/** Frames of the face straight ahead, the neutral one first. */
function straightFrames(faces: readonly (PosedFace | null)[], { neutral }: ChallengePath): number[] {
  if (!neutral) return [];
  const others = faces.flatMap((face, index) =>
    face && index > neutral.index && isStraightAhead(face, neutral.posed) ? [index] : [],
  );
  return [neutral.index, ...others];
}
