import { facesOf, realFilms } from '../../../../test/support/real-heads.js';
import { type PosedFace } from './camera-pose.js';
import { samePerson, showsAnotherPerson } from './person-gates.js';

const films = realFilms().map((film) => ({ name: film.name, faces: facesOf(film) }));

/** The path of a person who is judged from the first face on. */
function pathOf(faces: readonly PosedFace[]) {
  const neutral = { index: 0, posed: faces[0]! };
  return { reached: 1, madeWrongMove: false, neutral, stepFrames: [0], held: 0 };
}

describe('the same person, on real films', () => {
  test.each(films)('sees one person in film $name', ({ faces }) => {
    expect(faces[0]!.face.descriptor).toEqual([0]);
    expect(samePerson(faces, pathOf(faces)).outcome).toBe('clear');
    expect(showsAnotherPerson(faces, pathOf(faces))).toBe(false);
  });

  test('keeps frames of the same people, turned or not, just within the limits', () => {
    const distances = films.flatMap(({ faces }) => faces.map(({ face }) => face.descriptor[0]!));
    expect(Math.max(...distances).toFixed(2)).toBe('0.56');
    const margins = films.map(({ faces }) => samePerson(faces, pathOf(faces)).score!);
    expect(Math.min(...margins)).toBeCloseTo(0.017, 3);
  });

  test.each(films)(
    'does not take strangers from the middle of film $name on for the same person',
    ({ faces }) => {
      const stranger = (face: PosedFace) => ({ ...face, face: { ...face.face, descriptor: [0.75] } });
      const cut = faces.map((face, index) => (2 * index > faces.length ? stranger(face) : face));
      expect(samePerson(cut, pathOf(cut)).outcome).not.toBe('clear');
    },
  );
});
