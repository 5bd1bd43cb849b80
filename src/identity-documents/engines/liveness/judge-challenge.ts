import { type PosedFace, posedFace } from './camera-pose.js';
import { type ChallengeStep } from './challenge.js';
import { depth } from './depth-gate.js';
import { continuous, freshFrames } from './film-gates.js';
import { type ChallengePath, challengePath, type ReceivedFrame } from './follow-challenge.js';
import { clearIf, gate, type LivenessGate, round } from './liveness-gate.js';
import { isStraightAhead, oneFace, samePerson, showsAnotherPerson } from './person-gates.js';

/** The result of a challenge. Only `passed` lets anyone continue. */
export interface LivenessVerdict {
  passed: boolean;
  /** Share of clear gates, 0 to 1; a score below 1 never passes. */
  score: number;
  /** Positive evidence of a picture, a film or another person's face. */
  spoofDetected: boolean;
  /**
   * Everything requested was shown, but some values are between those of real people and attacks: after the last
   * attempt, a human decides.
   */
  inDoubt: boolean;
  gates: LivenessGate[];
  /** Index of the frame used as selfie; null if none is good enough. */
  selfieFrame: number | null;
  /** Indices of frames straight ahead, for comparison with a portrait. */
  descriptorFrames: number[];
}

const MAX_DESCRIPTORS = 5;

/**
 * Judges a challenge by all of its frames. Every gate must be clear, and a gate that could not run is not. Only the
 * frames, their order and the server's clock count, nothing that the page claims. `isReplayed`: a frame was already
 * sent in an earlier challenge.
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
  const spoofDetected = gates.some(showsSpoof) || showsAnotherPerson(faces.slice(0, used + 1), path);
  const isShown = gates.every(({ outcome }) => outcome === 'clear' || outcome === 'uncertain');
  const straight = straightFrames(faces, path);
  return {
    passed,
    score: round(gates.filter(({ outcome }) => outcome === 'clear').length / gates.length),
    spoofDetected,
    inDoubt: isShown && !passed && !spoofDetected,
    gates,
    selfieFrame: straight[0] ?? null,
    descriptorFrames: straight.slice(0, MAX_DESCRIPTORS),
  };
}

/** Positive evidence only: a missed turn, a face lost for a moment or a borderline value proves nothing. */
function showsSpoof({ id, outcome }: LivenessGate): boolean {
  return outcome === 'fail' && (id === 'depth' || id === 'fresh_frames');
}

function posesInOrder(
  steps: readonly ChallengeStep[],
  { reached, madeWrongMove }: ChallengePath,
): LivenessGate {
  const share = madeWrongMove ? 0 : reached / steps.length;
  return gate('poses_in_order', clearIf(share === 1), share, 1);
}

/** Frames of the face straight ahead, the neutral one first. */
function straightFrames(faces: readonly (PosedFace | null)[], { neutral }: ChallengePath): number[] {
  if (!neutral) return [];
  const others = faces.flatMap((face, index) =>
    face && index > neutral.index && isStraightAhead(face, neutral.posed) ? [index] : [],
  );
  return [neutral.index, ...others];
}
