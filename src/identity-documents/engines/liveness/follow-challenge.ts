import {
  ASKED_TURN,
  countFaces,
  MAX_STRAIGHT,
  type PosedFace,
  posedFace,
  relativeYaw,
  stepsShown,
} from './camera-pose.js';
import { type ChallengeStep } from './challenge.js';
import { type FrameObservation } from './frame-observation.js';

/** A frame as it reached the server. */
export interface ReceivedFrame {
  observation: FrameObservation;
  /** Milliseconds since the challenge began, by the server's clock. */
  receivedAtMs: number;
  /** When the response was ready; the page waits for it before sending the next frame. */
  answeredAtMs: number;
}

/** Advice for an honest person; never reveals which check failed. */
export type ChallengeHint =
  | 'no_face'
  | 'several_faces'
  | 'too_far'
  | 'too_close'
  | 'too_dark'
  | 'hold_still'
  | 'turn_further'
  | 'off_centre';

export interface ChallengeProgress {
  /** Number of steps reached. */
  reached: number;
  /** All steps are reached, or no further frame can change the verdict. */
  finished: boolean;
  hint: ChallengeHint | null;
}

/** A person's path through a challenge. */
export interface ChallengePath {
  reached: number;
  /** The person made a move that was not requested. */
  madeWrongMove: boolean;
  /** The reference frame for all others; null until there is one. */
  neutral: { index: number; posed: PosedFace } | null;
  /** Index of the frame that reached each step. */
  stepFrames: number[];
  /** Consecutive frames that show the current step. */
  held: number;
}

/** Width of the face at the start, as a share of the image's shorter side. */
const MIN_FACE_SHARE = 0.2;
const MAX_FACE_SHARE = 0.62;
const MAX_OFF_CENTRE = 0.3;
const MIN_BRIGHTNESS = 45;
/** A neutral face looks almost straight ahead in absolute terms and keeps still for two frames. */
const MAX_NEUTRAL_YAW = 16;
const MAX_NEUTRAL_ROLL = 25;
const MAX_NEUTRAL_CHANGE = 8;
/** Frames for which a turn must be held: the first may catch it halfway, and depth needs more than one. */
const TURN_FRAMES = 2;

/** Progress of a challenge after these frames. */
export function followChallenge(
  steps: readonly ChallengeStep[],
  frames: readonly ReceivedFrame[],
): ChallengeProgress {
  const path = challengePath(steps, frames);
  const isDone = path.reached === steps.length;
  const last = frames.at(-1)?.observation;
  return {
    reached: path.reached,
    finished: isDone || path.madeWrongMove,
    hint: last && !isDone ? hintFor(last, path, steps[path.reached]!) : null,
  };
}

/**
 * Replays the frames. A step is reached by a frame that shows it. Staying in the previous pose is allowed; any other
 * turn fails, so a film running through all poses does not pass.
 */
export function challengePath(
  steps: readonly ChallengeStep[],
  frames: readonly ReceivedFrame[],
): ChallengePath {
  const path: ChallengePath = { reached: 0, madeWrongMove: false, neutral: null, stepFrames: [], held: 0 };
  let leftPrevious = true;
  frames.forEach(({ observation }, index) => {
    const posed = posedFace(observation, path.neutral?.posed);
    if (!posed || path.madeWrongMove || path.reached === steps.length) return;
    if (!path.neutral) {
      if (isNeutral(observation, posed) && isStill(frames[index - 1], posed)) reach(path, index, posed);
      return;
    }
    const shown = stepsShown(posed, path.neutral.posed);
    const wanted = steps[path.reached]!;
    const previous = steps[path.reached - 1]!;
    if (shown.includes(wanted)) {
      const isEnough = !isTurn(wanted) || turnTowards(wanted, posed, path.neutral.posed) >= ASKED_TURN;
      path.held = isEnough ? path.held + 1 : 0;
      if (path.held < requiredFrames(wanted)) return;
      reach(path, index, posed);
      leftPrevious = false;
      return;
    }
    path.held = 0;
    if (shown.length > 0 && !shown.includes(previous)) leftPrevious = true;
    const isStaying = shown.includes(previous) && !leftPrevious;
    const isCloserUnasked =
      shown.includes('come_closer') && !steps.slice(0, path.reached).includes('come_closer');
    if ((shown.some(isTurn) && !isStaying) || isCloserUnasked) path.madeWrongMove = true;
  });
  return path;
}

function reach(path: ChallengePath, index: number, posed: PosedFace): void {
  path.neutral ??= { index, posed };
  path.stepFrames.push(index);
  path.reached++;
  path.held = 0;
}

/** Degrees turned to the side of a step, negative to the other one. */
function turnTowards(step: ChallengeStep, posed: PosedFace, neutral: PosedFace): number {
  return (step === 'turn_left' ? 1 : -1) * relativeYaw(posed, neutral);
}

const requiredFrames = (step: ChallengeStep) => (isTurn(step) ? TURN_FRAMES : 1);

const isTurn = (step: ChallengeStep) => step === 'turn_left' || step === 'turn_right';

function isNeutral(observation: FrameObservation, { face, pose }: PosedFace): boolean {
  return (
    Math.abs(pose.yaw) <= MAX_NEUTRAL_YAW &&
    Math.abs(pose.roll) <= MAX_NEUTRAL_ROLL &&
    placeHint(observation, face.box) === null &&
    observation.brightness >= MIN_BRIGHTNESS
  );
}

function isStill(before: ReceivedFrame | undefined, { pose }: PosedFace): boolean {
  const earlier = before && posedFace(before.observation);
  return (
    earlier !== null && earlier !== undefined && Math.abs(earlier.pose.yaw - pose.yaw) <= MAX_NEUTRAL_CHANGE
  );
}

function hintFor(
  observation: FrameObservation,
  { neutral, held }: ChallengePath,
  wanted: ChallengeStep,
): ChallengeHint | null {
  const count = countFaces(observation);
  if (observation.brightness < MIN_BRIGHTNESS) return 'too_dark';
  if (count === 0) return 'no_face';
  if (count > 1) return 'several_faces';
  if (!neutral) return placeHint(observation, observation.faces[0]!.box);
  if (held > 0) return 'hold_still';
  const posed = isTurn(wanted) && posedFace(observation, neutral.posed);
  return posed && turnTowards(wanted, posed, neutral.posed) > MAX_STRAIGHT ? 'turn_further' : null;
}

function placeHint(
  { width, height }: FrameObservation,
  box: { x: number; y: number; width: number; height: number },
): ChallengeHint | null {
  const share = box.width / Math.min(width, height);
  if (share < MIN_FACE_SHARE) return 'too_far';
  if (share > MAX_FACE_SHARE) return 'too_close';
  const off = Math.max(
    Math.abs((box.x + box.width / 2) / width - 0.5),
    Math.abs((box.y + box.height / 2) / height - 0.5),
  );
  return off > MAX_OFF_CENTRE ? 'off_centre' : null;
}
