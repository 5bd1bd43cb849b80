import { MAX_STRAIGHT, MIN_TURN, type PosedFace, relativeYaw } from './camera-pose.js';
import { depthFromTurn } from './depth.js';
import { type ChallengePath } from './follow-challenge.js';
import { gate, type LivenessGate, notRun } from './liveness-gate.js';

/**
 * What a single turn proves (see depthFromTurn): a head from HEAD_DEPTH, a sheet below SHEET_DEPTH, neither in
 * between. Real people's turns of 18 degrees or more show at least 0.479, 1.26 times a head's limit; flat prints at
 * most 0.29, 0.76 of it. The limit for a sheet is 0.42 of the smallest depth measured on a real head. See
 * docs/identity/faces-and-liveness.md.
 */
const HEAD_DEPTH = 0.38;
const SHEET_DEPTH = 0.2;
/**
 * For both turns together: photos bent like a face show up to 0.56, so a challenge requires more depth than a single
 * turn. Of 28 pairs of real turns not filmed for this purpose, 22 reach it.
 */
export const MIN_DEPTH = 0.57;
/** Turned frames that must be measurable on each side, so no single one decides. */
const MIN_FRAMES = 2;
/** Larger turns count as this much, so an error read as a large turn does not outweigh two others. */
const FULL_TURN = 30;
/** Reference frames for depth: straight ahead and at about the distance of the neutral frame. */
const MAX_REFERENCES = 4;
const REFERENCE_TURN = 6;
const REFERENCE_SIZE = 1.15;

/** Depth of one turn. */
interface TurnDepth {
  /** Weighted median over the frames (see depthFromTurn); NaN if none could be measured. */
  depth: number;
  /** Turned frames that could be measured. */
  frames: number;
}

/** Depth over the turns to both sides; unknown without both, uncertain if one of them cannot be measured. */
export function depth(faces: readonly (PosedFace | null)[], { neutral }: ChallengePath): LivenessGate {
  if (!neutral) return notRun('depth');
  const seen = faces.slice(neutral.index).filter((face) => face !== null);
  const turns = ([1, -1] as const).map((side) => turnDepth(seen, neutral.posed, side));
  if (turns.some((turn) => turn === null)) return notRun('depth');
  const depths = turns.map((turn) => (turn!.frames >= MIN_FRAMES ? turn!.depth : Number.NaN));
  const mean = depths.reduce((sum, value) => sum + value, 0) / depths.length;
  const shown = depths.map(shownBy);
  const isHead = shown.every((what) => what === 'head') && mean >= MIN_DEPTH;
  const isSheet = shown.every((what) => what === 'sheet');
  return gate('depth', isHead ? 'clear' : isSheet ? 'fail' : 'uncertain', mean, MIN_DEPTH);
}

/** What a turn of this depth proves. */
export function shownBy(turn: number): 'head' | 'unclear' | 'sheet' {
  if (turn >= HEAD_DEPTH) return 'head';
  return turn < SHEET_DEPTH ? 'sheet' : 'unclear';
}

/**
 * Depth of the turn to one side. Compares each turned frame with frames straight ahead of similar nod, since
 * landmarks shift when a face tips up or down. Uses a median weighted by turn, so a single landmark error does not
 * decide; frames whose landmarks cannot be a turned face are ignored.
 * @returns null if no frame shows the turn
 */
export function turnDepth(seen: readonly PosedFace[], neutral: PosedFace, side: 1 | -1): TurnDepth | null {
  const straight = seen.filter(
    (face) => Math.abs(relativeYaw(face, neutral)) <= REFERENCE_TURN && isAsFar(face, neutral),
  );
  const turns = seen.filter((face) => side * relativeYaw(face, neutral) >= MIN_TURN);
  const measured = turns.flatMap((turned) => {
    const turn = side * relativeYaw(turned, neutral);
    const depths = referencesFor(turned, straight).flatMap((reference) => {
      const one = depthFromTurn(reference.face.landmarks, turned.face.landmarks, side);
      return one === null ? [] : [one];
    });
    return depths.length > 0
      ? [{ value: median(depths), weight: Math.min(turn, FULL_TURN) - MAX_STRAIGHT }]
      : [];
  });
  return turns.length > 0 ? { depth: weightedMedian(measured), frames: measured.length } : null;
}

function referencesFor(turned: PosedFace, straight: readonly PosedFace[]): PosedFace[] {
  const nod = ({ pose }: PosedFace) => Math.abs(pose.pitch - turned.pose.pitch);
  return [...straight].sort((a, b) => nod(a) - nod(b)).slice(0, MAX_REFERENCES);
}

function isAsFar({ height }: PosedFace, { height: neutral }: PosedFace): boolean {
  return Math.max(height / neutral, neutral / height) <= REFERENCE_SIZE;
}

function median(values: readonly number[]): number {
  return weightedMedian(values.map((value) => ({ value, weight: 1 })));
}

/** The value with half of the weight on either side; between two, their mean. */
function weightedMedian(values: readonly { value: number; weight: number }[]): number {
  const sorted = [...values].sort((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const [index, { value, weight }] of sorted.entries()) {
    passed += weight;
    if (passed > half) return value;
    if (passed === half) return (value + (sorted[index + 1]?.value ?? value)) / 2;
  }
  return Number.NaN;
}
