import { MIN_TURN, type PosedFace, relativeYaw } from './camera-pose.js';
import { depthFromTurn } from './depth.js';
import { type ChallengePath } from './follow-challenge.js';
import { gate, type LivenessGate, notRun } from './liveness-gate.js';

/**
 * Smallest depth of a head (see depthFromTurn), and the depth below which it is certainly a sheet; measured
 * on rendered films.
 */
const MIN_DEPTH = 0.54;
export const SHEET_DEPTH = 0.48;
/** Reference frames for depth: straight ahead and at about the distance of the neutral frame. */
const MAX_REFERENCES = 4;
const REFERENCE_TURN = 6;
const REFERENCE_SIZE = 1.15;

/** Mean depth over the turns to both sides; unknown without both. */
export function depth(faces: readonly (PosedFace | null)[], { neutral }: ChallengePath): LivenessGate {
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
