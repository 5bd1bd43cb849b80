import { type ChallengeStep } from '../../src/identity-documents/engines/liveness/challenge.js';
import { type Random } from '../mrz/random.js';
import { type Pose } from './render-surface.js';
import { type Performer } from './perform.js';
import { type SampleFace } from './sample-faces.js';
import { randomScene } from './scene.js';
import { headSurface, sheetSurface, type Surface } from './surface.js';

/** Attacks rendered from scratch; all others reuse frames of genuine films. */
export const SHEETS = ['tilted photo', 'bent photo', 'zoomed photo', 'shaken photo'] as const;
export type Sheet = (typeof SHEETS)[number];

/** A cooperative person: a head of individual depth, turned by 26 to 40 degrees. */
export function person(face: SampleFace, random: Random): Performer {
  const variation = { depth: random.between(0.88, 1.12), nose: random.between(0.85, 1.2) };
  const turn = random.between(26, 40);
  return performer(face, headSurface(face, variation), random, { turn, unrest: random.between(0.3, 1.2) });
}

/** A photo of the same face on paper, moved as an attacker would. */
export function sheet(kind: Sheet, face: SampleFace, random: Random): Performer {
  const turn = random.between(25, 50);
  const unrest = random.between(0.3, 1.2);
  if (kind === 'bent photo') {
    const curvature = random.between(0.25, 0.85) * (random.chance(0.75) ? 1 : -1);
    const axis = random.chance(0.2) ? random.between(-0.3, 0.3) : Math.PI / 2 + random.between(-0.5, 0.5);
    return performer(face, sheetSurface(face, { curvature, axis }), random, { turn, unrest });
  }
  if (kind === 'zoomed photo') {
    // Large from the start, brought closer until perspective distorts it, and slightly bent.
    const bend = random.chance(0.5) ? { curvature: random.between(0.1, 0.5), axis: Math.PI / 2 } : null;
    return performer(face, sheetSurface(face, bend), random, {
      turn: turn * 1.1,
      unrest,
      far: random.between(4.5, 6.5),
    });
  }
  const shaking = kind === 'shaken photo' ? { unrest: random.between(5, 12) } : { unrest };
  return performer(face, sheetSurface(face), random, { turn, ...shaking });
}

function performer(
  face: SampleFace,
  surface: Surface,
  random: Random,
  { turn, unrest, far = random.between(8, 11) }: { turn: number; unrest: number; far?: number },
): Performer {
  const start: Pose = {
    yaw: random.between(-3, 3),
    pitch: random.between(-5, 5),
    roll: random.between(-5, 5),
    distance: far,
    dx: random.between(-15, 15),
    dy: random.between(-15, 15),
  };
  const near = random.between(0.55, 0.66);
  const poseFor = (step: ChallengeStep, effort: number): Pose => {
    if (step === 'turn_left') return { ...start, yaw: turn * effort };
    if (step === 'turn_right') return { ...start, yaw: -turn * effort };
    return step === 'come_closer' ? { ...start, distance: (far * near) / effort } : start;
  };
  return {
    face,
    surface,
    scene: randomScene(random, far),
    poseFor,
    unrest,
    intervalMs: random.between(450, 800),
  };
}
