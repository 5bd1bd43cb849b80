import { type SampleFace } from '../../scripts/liveness/sample-faces.js';
import { type FaceApiEngine } from '../../src/identity-documents/engines/face/face-api.engine.js';
import { faceDistance, matchFaces } from '../../src/identity-documents/engines/face/face-match.js';
import { isStraightAhead } from '../../src/identity-documents/engines/liveness/person-gates.js';
import { facesOf, realFilms } from '../../test/support/real-heads.js';
import { type DescribedFace, describeFaces, isSamePerson } from '../support/described-faces.js';
import { interval95 } from '../support/interval.js';

export const FACE_COLUMNS = ['faces', 'pairs', 'accepted', '95 % interval', 'to a human', 'rejected'];

/**
 * Faces of the sample photos in ten states each, compared pair by pair, and the films of real people. Pairs of the
 * same two people are not independent, so people are counted too, each by their worst pair.
 */
export async function faceRates(engine: FaceApiEngine, faces: readonly SampleFace[]): Promise<string[][]> {
  const described = await describeFaces(engine, faces);
  const [same, other] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const [index, a] of described.entries())
    for (const b of described.slice(index + 1)) {
      const pairs = isSamePerson(a.person, b.person) ? same : other;
      const people = peopleOf(a, b);
      pairs.set(people, [...(pairs.get(people) ?? []), faceDistance(a.descriptor, b.descriptor)]);
    }
  const worst = (pairs: ReadonlyMap<string, number[]>, choose: (...values: number[]) => number) =>
    [...pairs.values()].map((distances) => choose(...distances));
  return [
    rowOf('genuine: two pictures of one person', [...same.values()].flat()),
    rowOf('genuine: people, by their least similar pictures', worst(same, Math.max)),
    rowOf('impostor: pictures of two people', [...other.values()].flat()),
    rowOf('impostor: pairs of people, by their most similar pictures', worst(other, Math.min)),
    rowOf('genuine: frames straight ahead of a film, with its first', filmDistances()),
  ];
}

/** One woman's photos have two names. */
function peopleOf(a: DescribedFace, b: DescribedFace): string {
  return isSamePerson(a.person, b.person) ? a.person : [a.person, b.person].sort().join(' and ');
}

/** Distances of real people's frames straight ahead from the neutral frame of their film. */
function filmDistances(): number[] {
  return realFilms().flatMap((film) => {
    const [neutral, ...others] = facesOf(film);
    return others.filter((face) => isStraightAhead(face, neutral!)).map(({ face }) => face.descriptor[0]!);
  });
}

function rowOf(kind: string, distances: readonly number[]): string[] {
  const outcomes = distances.map((distance) => matchFaces([0], [[distance]]).outcome);
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  return [
    kind,
    `${distances.length}`,
    `${count('clear')}`,
    interval95(count('clear'), distances.length),
    `${count('uncertain')}`,
    `${count('fail')}`,
  ];
}
