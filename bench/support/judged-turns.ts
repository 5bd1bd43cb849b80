import { MIN_TURN, posedFace } from '../../src/identity-documents/engines/liveness/camera-pose.js';
import { type ChallengeStep } from '../../src/identity-documents/engines/liveness/challenge.js';
import { shownBy, turnDepth } from '../../src/identity-documents/engines/liveness/depth-gate.js';
import {
  challengePath,
  type ReceivedFrame,
} from '../../src/identity-documents/engines/liveness/follow-challenge.js';
import {
  type MeasuredTurn,
  printTurnsOf,
  type RealFilm,
  realFilms,
  turnsOf,
} from '../../test/support/real-heads.js';
import { interval95 } from './interval.js';

export const TURN_COLUMNS = ['turns of', 'number', 'head', '95 % interval', 'unclear', 'sheet', 'depth'];

/** Limits found without one film, by the same rule as the engine's own. */
interface Limits {
  head: number;
  sheet: number;
}

/** A sheet's limit, as a share of the smallest depth of a real turn. */
const SHEET_SHARE = 1 / 3;

/**
 * Turns of real heads and of their flat prints, each judged by limits found only on the other films. A head's limit
 * is the geometric mean of the smallest depth of their turns and the largest of their prints.
 */
export function leaveOneOut(): string[][] {
  const films = realFilms();
  const judge = (turnsIn: (film: RealFilm) => MeasuredTurn[]) =>
    films.flatMap((left) => {
      const limits = limitsWithout(films, left);
      return turnsIn(left).map((turn) => ({ depth: depthOf(turn), limits }));
    });
  const limits = films.map((left) => limitsWithout(films, left));
  const range = (values: readonly number[]) =>
    `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
  console.log(
    `Limits with one film left out: head from ${range(limits.map(({ head }) => head))},`,
    `sheet below ${range(limits.map(({ sheet }) => sheet))}`,
  );
  return [
    rowOf(
      'real heads, film left out',
      judge((film) => turnsOf(film, MIN_TURN)),
    ),
    rowOf(
      'their flat prints, film left out',
      judge((film) => printTurnsOf(film, MIN_TURN)),
    ),
  ];
}

/** Turns of rendered films, by the engine's limits. */
export function renderedTurns(
  kind: string,
  films: readonly { steps: readonly ChallengeStep[]; frames: readonly ReceivedFrame[] }[],
): string[] {
  const turns = films.flatMap(({ steps, frames }) => {
    const { neutral } = challengePath(steps, frames);
    if (!neutral) return [];
    const seen = frames
      .slice(neutral.index)
      .flatMap(({ observation }) => posedFace(observation, neutral.posed) ?? []);
    return ([1, -1] as const).flatMap((side) => turnDepth(seen, neutral.posed, side) ?? []);
  });
  return rowOf(
    kind,
    turns.map(({ depth }) => ({ depth })),
  );
}

function limitsWithout(films: readonly RealFilm[], left: RealFilm): Limits {
  const others = films.filter((film) => film !== left);
  const least = Math.min(...others.flatMap((film) => turnsOf(film, MIN_TURN)).map(depthOf));
  const most = Math.max(...others.flatMap((film) => printTurnsOf(film, MIN_TURN)).map(depthOf));
  return { head: Math.sqrt(least * most), sheet: SHEET_SHARE * least };
}

/** NaN for a turn that cannot be measured, which shows neither a head nor a sheet. */
function depthOf({ faces, neutral, side }: MeasuredTurn): number {
  return turnDepth(faces, neutral, side)?.depth ?? Number.NaN;
}

function rowOf(kind: string, turns: readonly { depth: number; limits?: Limits }[]): string[] {
  const shown = turns.map(({ depth, limits }) => {
    if (!limits) return shownBy(depth);
    return depth >= limits.head ? 'head' : depth < limits.sheet ? 'sheet' : 'unclear';
  });
  const count = (what: string) => shown.filter((one) => one === what).length;
  const depths = turns.map(({ depth }) => depth).filter(Number.isFinite);
  depths.sort((a, b) => a - b);
  const at = (share: number) => depths[Math.round(share * (depths.length - 1))]!.toFixed(2);
  return [
    kind,
    String(turns.length),
    String(count('head')),
    interval95(count('head'), turns.length),
    String(count('unclear')),
    String(count('sheet')),
    depths.length > 0 ? `${at(0)} to ${at(1)}, median ${at(0.5)}` : '–',
  ];
}
