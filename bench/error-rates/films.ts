import { frontalPhoto } from '../../scripts/liveness/frontal-photo.js';
import { perform, type Performer } from '../../scripts/liveness/perform.js';
import { disguise, DISGUISES, person, sheet } from '../../scripts/liveness/performers.js';
import { type Replay, replayOf, REPLAYS } from '../../scripts/liveness/replay-film.js';
import { type SampleFace } from '../../scripts/liveness/sample-faces.js';
import { FILM_ATTACKS, type SeenFilm, spliceFrames } from '../../scripts/liveness/splices.js';
import { Random } from '../../scripts/mrz/random.js';
import { type FaceEngine } from '../../src/identity-documents/engines/face/face.port.js';
import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';
import {
  type ChallengeStep,
  drawChallenge,
} from '../../src/identity-documents/engines/liveness/challenge.js';
import { type ReceivedFrame } from '../../src/identity-documents/engines/liveness/follow-challenge.js';
import { observeFrame } from '../../src/identity-documents/engines/liveness/frame-observation.js';
import {
  judgeChallenge,
  type LivenessVerdict,
} from '../../src/identity-documents/engines/liveness/judge-challenge.js';
import { interval95 } from '../support/interval.js';

/** Seeds used neither for the limits nor by `bench/liveness.ts`. */
const FIRST_SEED = 700_000;
/** `bench/liveness.ts` has more kinds of prints, and more films. */
const PERFORMED = ['genuine', 'tilted photo', 'bent photo', 'worn mask', ...DISGUISES] as const;
type Performed = (typeof PERFORMED)[number];

/** A performed film, with its pictures. */
interface Performance extends SeenFilm {
  pictures: RgbImage[];
}

interface Stage {
  engine: FaceEngine;
  /** Heads with their photos, and the frontal photos that attackers hold. */
  faces: readonly SampleFace[];
  photos: readonly SampleFace[];
}

export const FILM_COLUMNS = ['kind', 'films', 'passed', '95 % interval', 'to a human', 'called a spoof'];

/** Challenges of people and attackers: `films` of each kind are rendered and judged. */
export async function filmRates(
  engine: FaceEngine,
  faces: readonly SampleFace[],
  films: number,
): Promise<string[][]> {
  const photos: SampleFace[] = [];
  for (const face of faces) photos.push(await frontalPhoto(engine, face));
  const stage = { engine, faces, photos };
  const verdicts = new Map<string, LivenessVerdict[]>();
  const judge = (kind: string, steps: readonly ChallengeStep[], frames: readonly ReceivedFrame[]) => {
    const judged = verdicts.get(kind) ?? [];
    verdicts.set(kind, judged);
    judged.push(judgeChallenge(steps, frames));
  };
  const genuine: Performance[] = [];
  for (const kind of PERFORMED)
    for (let number = 0; number < films; number++) {
      const film = await performed(kind, number, stage);
      judge(kind, film.steps, film.frames);
      if (kind === 'genuine') genuine.push(film);
    }
  for (const kind of REPLAYS)
    for (const [number, film] of genuine.entries())
      judge(kind, film.steps, await replayed(kind, film, engine, new Random(FIRST_SEED + number)));
  for (const attack of FILM_ATTACKS)
    for (const [number, film] of genuine.entries()) {
      const other = otherFilm(attack, film, genuine);
      if (other)
        judge(attack, film.steps, spliceFrames(attack, film, other, new Random(FIRST_SEED + number)));
    }
  return [...verdicts].map(([kind, judged]) => rowOf(kind, judged));
}

async function performed(kind: Performed, number: number, stage: Stage): Promise<Performance> {
  const random = new Random(FIRST_SEED + 100 * number + PERFORMED.indexOf(kind));
  const faces = kind === 'genuine' ? stage.faces : stage.photos;
  const face = faces[number % faces.length]!;
  const wearer = stage.faces[(number + 3) % stage.faces.length]!;
  const steps = drawChallenge((choices) => random.below(choices));
  const pictures: RgbImage[] = [];
  const engine: FaceEngine = {
    version: stage.engine.version,
    detectFaces: (picture, search) => {
      if (kind === 'genuine') pictures.push(picture);
      return stage.engine.detectFaces(picture, search);
    },
  };
  const frames = await perform(engine, steps, performerFor(kind, face, wearer, random), random);
  return { face: face.name, steps, frames, pictures };
}

function performerFor(kind: Performed, face: SampleFace, wearer: SampleFace, random: Random): Performer {
  if (kind === 'genuine') return person(face, random);
  if (kind === 'mask with printed eyes' || kind === 'swapped face')
    return disguise(kind, face, wearer, random);
  return sheet(kind, face, wearer, random);
}

/** Keeps the film's timing, as if the attacker had guessed the challenge and played in step with it. */
async function replayed(
  kind: Replay,
  { pictures, frames }: Performance,
  engine: FaceEngine,
  random: Random,
): Promise<ReceivedFrame[]> {
  const show = replayOf(kind, random);
  const shown: ReceivedFrame[] = [];
  for (const [index, frame] of frames.entries())
    shown.push({ ...frame, observation: await observeFrame(engine, await show(pictures[index]!)) });
  return shown;
}

/** A film to cut in, or to show instead of this one; undefined if there is none. Other attacks need only this one. */
function otherFilm(
  attack: (typeof FILM_ATTACKS)[number],
  film: Performance,
  all: readonly Performance[],
): Performance | undefined {
  if (attack === 'another face cut in') return all.find(({ face }) => face !== film.face);
  if (attack !== 'film of another order') return film;
  return all.find((other) => film.steps.some((step, index) => step !== other.steps[index]));
}

function rowOf(kind: string, verdicts: readonly LivenessVerdict[]): string[] {
  const count = (is: (verdict: LivenessVerdict) => boolean) => verdicts.filter(is).length;
  const passed = count((verdict) => verdict.passed);
  return [
    kind,
    `${verdicts.length}`,
    `${passed}`,
    interval95(passed, verdicts.length),
    `${count((verdict) => verdict.inDoubt)}`,
    `${count((verdict) => verdict.spoofDetected)}`,
  ];
}
