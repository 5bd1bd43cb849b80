import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PosedFace } from '../../src/identity-documents/engines/liveness/camera-pose.js';
import { headPose } from '../../src/identity-documents/engines/liveness/head-pose.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

/** A frame as the face engine saw it; frames without a face are left out. */
interface MeasuredFrame {
  /** Degrees against the neutral frame, positive to the person's left. */
  turn: number;
  /** The distance between its descriptor and that of the neutral frame. */
  same: number;
  /** 68 landmarks (x, y, …) in pixels of a picture of 640 × 640. */
  landmarks: number[];
}

/**
 * Measurements of a film of a real person who turns their head while talking, five frames a second, and of its neutral
 * frame printed on a flat sheet that was turned before a camera.
 */
export interface RealFilm {
  name: string;
  /** The number of the frame to which all others are compared. */
  neutral: number;
  frames: (MeasuredFrame & { frame: number })[];
  /** `angle` in degrees; `distance` of the camera in pixels, where the sheet is 420 wide. */
  sheet: (MeasuredFrame & { angle: number; distance: number })[];
}

/** The frames of one turn to one side, with the straight ones to which they are compared. */
export interface MeasuredTurn {
  film: string;
  side: 1 | -1;
  /** The largest turn, in degrees. */
  turn: number;
  neutral: PosedFace;
  faces: PosedFace[];
}

const FILE = join(PROJECT_ROOT, 'test/fixtures/real-heads.json');
/** Up to this angle a frame is straight ahead, and a turn is over. */
const STRAIGHT = 12;

/** Landmarks of seven films of real people, none of them made for this purpose. */
export function realFilms(): RealFilm[] {
  const films = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Omit<RealFilm, 'name'>>;
  return Object.entries(films).map(([name, film]) => ({ name, ...film }));
}

/** The faces of a film from its neutral frame on, with descriptors at the measured distances from that frame's. */
export function facesOf({ neutral, frames }: RealFilm): PosedFace[] {
  return frames.filter(({ frame }) => frame >= neutral).map(posed);
}

/** The turns that reach `least` degrees, in the order of the film. */
export function turnsOf({ name, neutral, frames }: RealFilm, least: number): MeasuredTurn[] {
  const straight = frames.filter(({ turn }) => Math.abs(turn) <= STRAIGHT);
  const first = frames.find(({ frame }) => frame === neutral)!;
  const runs: (typeof frames)[] = [];
  for (const [index, frame] of frames.entries()) {
    const before = frames[index - 1];
    const isGoingOn = before && Math.abs(before.turn) > STRAIGHT && before.turn * frame.turn > 0;
    if (Math.abs(frame.turn) <= STRAIGHT) continue;
    if (isGoingOn) runs.at(-1)!.push(frame);
    else runs.push([frame]);
  }
  return runs.flatMap((run) => {
    const turn = Math.max(...run.map((frame) => Math.abs(frame.turn)));
    if (turn < least) return [];
    const side = run[0]!.turn > 0 ? 1 : -1;
    return [{ film: name, side, turn, neutral: posed(first), faces: [...straight, ...run].map(posed) }];
  });
}

/** Turns of the flat print: each is a single frame, because each was photographed separately. */
export function printTurnsOf({ name, neutral, frames, sheet }: RealFilm, least: number): MeasuredTurn[] {
  const first = posed(frames.find(({ frame }) => frame === neutral)!);
  return sheet
    .filter(({ turn }) => Math.abs(turn) >= least)
    .map((frame) => ({
      film: name,
      side: frame.turn > 0 ? 1 : -1,
      turn: Math.abs(frame.turn),
      neutral: first,
      faces: [first, posed(frame)],
    }));
}

function posed({ landmarks: numbers, same }: MeasuredFrame): PosedFace {
  const landmarks = numbers.flatMap((x, index) => (index % 2 ? [] : [{ x, y: numbers[index + 1]! }]));
  const [bridge, chin] = [landmarks[27]!, landmarks[8]!];
  const height = Math.hypot(chin.x - bridge.x, chin.y - bridge.y);
  const box = { x: 0, y: 0, width: 2 * height, height: 2 * height };
  const face = { box, score: 1, landmarks, descriptor: [same], eyeDistance: height / 1.8 };
  return { face, pose: headPose(landmarks), height };
}
