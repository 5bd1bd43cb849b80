import { type ChallengeStep } from '../../src/identity-documents/engines/liveness/challenge.js';
import { type Random } from '../mrz/random.js';
import { glasses, withHair } from './attire.js';
import { type Subject } from './film.js';
import { type HeadVariation } from './head-shape.js';
import { type Performer } from './perform.js';
import { type Pose } from './render-surface.js';
import { type SampleFace } from './sample-faces.js';
import { randomScene } from './scene.js';
import { type Bend, faceSurface, headSurface, maskSurface, sheetSurface } from './surface.js';

/** Attacks rendered from scratch; all others reuse frames of genuine films. */
export const SHEETS = [
  'tilted photo',
  'bent photo',
  'zoomed photo',
  'shaken photo',
  'flexed photo',
  'worn mask',
] as const;
export type Sheet = (typeof SHEETS)[number];

/** Attacks by someone who moves as instructed but shows the holder's face instead of their own. */
export const DISGUISES = ['mask with printed eyes', 'swapped face'] as const;
export type Disguise = (typeof DISGUISES)[number];

/** How a performer moves; angles in degrees. */
interface Manner {
  turn: number;
  unrest: number;
  /** Largest nod and tilt that come with a turn. */
  tilt?: number;
  /** Distance at the start, in eye distances. */
  far?: number;
  talking?: number;
}

/** A cooperative person: a head of individual shape, hair and glasses, turned by 18 to 40 degrees, talking or not. */
export function person(face: SampleFace, random: Random): Performer {
  const subject = dressedHead(face, random);
  return performer(() => subject, random, {
    turn: random.between(18, 40),
    unrest: random.between(0.3, 1.2),
    tilt: random.between(0, 14),
    talking: random.chance(0.5) ? random.between(0.2, 0.8) : 0,
  });
}

/** A head of random shape with this face, mostly with hair, sometimes with glasses. */
function dressedHead(face: SampleFace, random: Random): Subject {
  const dressed = random.chance(0.7) ? withHair(face, random) : { face, hair: () => 0 };
  return {
    face: dressed.face,
    surface: headSurface(dressed.face, randomShape(random), dressed.hair),
    front: random.chance(0.3) ? glasses(random) : undefined,
  };
}

function randomShape(random: Random): HeadVariation {
  return {
    depth: random.between(0.85, 1.15),
    nose: random.between(0.7, 1.35),
    chin: random.between(0.6, 1.6),
    sides: random.between(0.85, 1.1),
    brows: random.between(0.85, 1.15),
  };
}

/** A photo of the same face on paper, moved as an attacker would; `wearer` is the person wearing it as a mask. */
export function sheet(kind: Sheet, face: SampleFace, wearer: SampleFace, random: Random): Performer {
  const turn = random.between(25, 50);
  const unrest = random.between(0.3, 1.2);
  const moving = { turn, unrest, tilt: random.between(0, 14) };
  if (kind === 'bent photo') return performer(photo(face, randomBend(random)), random, { turn, unrest });
  if (kind === 'zoomed photo') {
    // Large from the start, brought closer until perspective distorts it, and slightly bent.
    const bend = random.chance(0.5) ? { curvature: random.between(0.1, 0.5), axis: Math.PI / 2 } : null;
    return performer(photo(face, bend), random, { turn: turn * 1.1, unrest, far: random.between(4.5, 6.5) });
  }
  if (kind === 'shaken photo')
    return performer(photo(face, null), random, { turn, unrest: random.between(5, 12) });
  if (kind === 'worn mask') return performer(mask(face, wearer, 'holes', random), random, moving);
  if (kind === 'tilted photo') return performer(photo(face, null), random, moving);
  const bends = new Map<ChallengeStep, Subject>();
  const flexed = (step: ChallengeStep) => {
    const subject = bends.get(step) ?? { face, surface: sheetSurface(face, randomBend(random)) };
    bends.set(step, subject);
    return subject;
  };
  return performer(flexed, random, moving);
}

/** Mostly about the vertical axis, bulging towards the camera or away from it. */
function randomBend(random: Random): Bend {
  return {
    curvature: random.between(0.25, 0.85) * (random.chance(0.75) ? 1 : -1),
    axis: random.chance(0.2) ? random.between(-0.3, 0.3) : Math.PI / 2 + random.between(-0.5, 0.5),
  };
}

function photo(face: SampleFace, bend: Bend | null): () => Subject {
  const subject = { face, surface: sheetSurface(face, bend) };
  return () => subject;
}

/** The holder's face on paper with its printed eyes, or painted over the wearer's in every picture of the stream. */
export function disguise(kind: Disguise, face: SampleFace, wearer: SampleFace, random: Random): Performer {
  const unrest = random.between(0.3, 1.2);
  const tilt = random.between(0, 14);
  if (kind === 'mask with printed eyes') {
    const turn = random.between(25, 50);
    return performer(mask(face, wearer, 'printed', random), random, { turn, unrest, tilt });
  }
  const turn = random.between(18, 40);
  const { face: worn, surface } = dressedHead(wearer, random);
  const painted = faceSurface(face, randomShape(random));
  const subject = { face, surface: painted, behind: { picture: worn.picture, surface } };
  return performer(() => subject, random, { turn, unrest, tilt });
}

/** A paper mask in front of another person's head. */
function mask(
  face: SampleFace,
  wearer: SampleFace,
  eyes: 'holes' | 'printed',
  random: Random,
): () => Subject {
  const bend = { curvature: random.between(0.3, 0.7), axis: Math.PI / 2 + random.between(-0.1, 0.1) };
  const { face: worn, surface } = dressedHead(wearer, random);
  const subject = {
    face,
    surface: maskSurface(face, bend, eyes),
    behind: { picture: worn.picture, surface },
  };
  return () => subject;
}

function performer(
  subjectFor: (step: ChallengeStep) => Subject,
  random: Random,
  { turn, unrest, tilt = 0, far = random.between(8, 11), talking = 0 }: Manner,
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
  const leaning = () => ({
    pitch: start.pitch + random.between(-tilt, tilt),
    roll: start.roll + random.between(-tilt, tilt),
  });
  const tilted = { turn_left: leaning(), turn_right: leaning() };
  const poseFor = (step: ChallengeStep, effort: number): Pose => {
    if (step === 'turn_left') return { ...start, ...tilted.turn_left, yaw: turn * effort };
    if (step === 'turn_right') return { ...start, ...tilted.turn_right, yaw: -turn * effort };
    return step === 'come_closer' ? { ...start, distance: (far * near) / effort } : start;
  };
  const scene = randomScene(random, far);
  return { subjectFor, scene, poseFor, unrest, talking, intervalMs: random.between(450, 800) };
}
