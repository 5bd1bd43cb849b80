import { type ChallengeStep } from '../../src/identity-documents/engines/liveness/challenge.js';
import {
  challengePath,
  type ReceivedFrame,
} from '../../src/identity-documents/engines/liveness/follow-challenge.js';
import { type FrameObservation } from '../../src/identity-documents/engines/liveness/frame-observation.js';
import { type Random } from '../mrz/random.js';

/** Attacks assembled from frames of genuine films. */
export const FILM_ATTACKS = [
  'film of another order',
  'frozen frames',
  'frames reordered',
  'another face cut in',
  'looped film',
] as const;
export type FilmAttack = (typeof FILM_ATTACKS)[number];

/** A genuine challenge: its steps and the observed frames. */
export interface SeenFilm {
  face: string;
  steps: readonly ChallengeStep[];
  frames: readonly ReceivedFrame[];
}

/**
 * The frames an attacker would send in response to `film.steps`. All except 'film of another order' start from a
 * genuine film of exactly these steps, as if the attacker had guessed them.
 *
 * @param other the same person with other steps for 'film of another order', another person for a cut
 */
export function spliceFrames(
  attack: FilmAttack,
  film: SeenFilm,
  other: SeenFilm,
  random: Random,
): ReceivedFrame[] {
  const seen = film.frames.map(({ observation }) => observation);
  const middle = Math.floor(seen.length / 2);
  if (attack === 'film of another order') return [...other.frames];
  if (attack === 'frames reordered') return timed(shuffleSteps(film, random), film);
  if (attack === 'frozen frames')
    return timed(
      seen.flatMap((one) => [one, one, one]),
      film,
    );
  if (attack === 'looped film') return timed([...seen.slice(0, -1), ...seen], film);
  const cut = other.frames.slice(-(seen.length - middle)).map(({ observation }) => observation);
  return timed([...seen.slice(0, middle), ...cut], film);
}

/** Shuffles until the moves come in another order. */
function shuffleSteps({ steps, frames }: SeenFilm, random: Random): FrameObservation[] {
  const { stepFrames } = challengePath(steps, frames);
  const labelled = frames.map(({ observation }, index) => ({
    observation,
    step: steps[stepFrames.filter((frame) => frame < index).length] ?? 'straight_ahead',
  }));
  for (;;) {
    const mixed = shuffled(labelled, random);
    const order = mixed.map(({ step }) => step).filter((step, index, all) => step !== all[index - 1]);
    if (order.join() !== steps.join()) return mixed.map(({ observation }) => observation);
  }
}

function timed(observations: readonly FrameObservation[], { frames }: SeenFilm): ReceivedFrame[] {
  const interval = frames.length > 1 ? frames[1]!.receivedAtMs - frames[0]!.receivedAtMs : 500;
  return observations.map((observation, index) => {
    const atMs = 300 + index * interval;
    return { observation, receivedAtMs: atMs, answeredAtMs: atMs };
  });
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const mixed = [...items];
  for (let index = mixed.length - 1; index > 0; index--) {
    const chosen = random.below(index + 1);
    [mixed[index], mixed[chosen]] = [mixed[chosen]!, mixed[index]!];
  }
  return mixed;
}
