import { type PosedFace } from './camera-pose.js';
import { type ChallengePath, type ReceivedFrame } from './follow-challenge.js';
import { clearIf, gate, type LivenessGate, notRun } from './liveness-gate.js';

/** Heads do not move faster: face widths and degrees per second, and change of scale. */
const MAX_WIDTHS_A_SECOND = 4;
const MAX_DEGREES_A_SECOND = 280;
const MAX_SCALE_A_SECOND = 6;
/** Frames can be late, but a longer gap between a response and the next frame could hide anything. */
const MAX_GAP_MS = 6_000;
/** Shorter intervals count as this, so two frames arriving together are not a jump. */
const MIN_INTERVAL_MS = 150;
const MAX_REPEATED_SHARE = 0.25;
const MIN_FRESH_FRAMES = 3;
/** Nobody understands an instruction and turns faster than this. */
const MIN_REACTION_MS = 250;

/** No cuts: the head neither jumps nor turns too fast, and no long gap hides anything. */
export function continuous(
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
  return gate('continuous', clearIf(worst <= 1), 1 - worst, 0);
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
 * Still pictures and loops repeat frames bit for bit, which sensor noise prevents in a live camera. A browser can
 * deliver a frame twice in a row, but one that recurs later was stored. Only frames showing the person count, because
 * a covered camera produces the same black frame again and again.
 */
export function freshFrames(
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
  const isFresh = fresh >= 1 - MAX_REPEATED_SHARE;
  return gate('fresh_frames', clearIf(isFresh), fresh, 1 - MAX_REPEATED_SHARE);
}
