import { FACE_MATCH_CLEAR_SCORE, faceDistance, isDuplicateFace, matchFaces } from './face-match.js';

/** A descriptor at this distance from `at(0)`. */
const at = (distance: number) => [distance, ...Array<number>(127).fill(0)];

describe('comparing faces', () => {
  test.each([
    [0.3, 'clear'],
    [0.5, 'clear'],
    [0.51, 'uncertain'],
    [0.6, 'uncertain'],
    [0.61, 'fail'],
    [1.4, 'fail'],
  ])('a distance of %d is %s', (distance, outcome) => {
    const match = matchFaces(at(0), [at(distance)]);
    expect(match.outcome).toBe(outcome);
    expect(match.score >= FACE_MATCH_CLEAR_SCORE).toBe(outcome === 'clear');
    expect(match.score).toBeGreaterThanOrEqual(0);
  });

  test('no single frame decides', () => {
    expect(matchFaces(at(0), [at(0.4), at(0.45), at(0.9)])).toMatchObject({
      distance: 0.45,
      outcome: 'clear',
    });
    expect(matchFaces(at(0), [at(0.1), at(0.8), at(0.9)]).outcome).toBe('fail');
  });

  test('a missing descriptor is never a match', () => {
    for (const match of [matchFaces(at(0), []), matchFaces([], [at(0)]), matchFaces(at(0), [[]])])
      expect(match).toMatchObject({ score: 0, outcome: 'uncertain' });
    expect(isDuplicateFace([], [])).toBe(false);
    expect(faceDistance([1], [1, 2])).toBeNaN();
  });

  test('a duplicate search is stricter than a one-to-one comparison', () => {
    expect(isDuplicateFace(at(0), at(0.3))).toBe(true);
    expect(isDuplicateFace(at(0), at(0.45))).toBe(false);
  });
});
