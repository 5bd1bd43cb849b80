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
  ])('rates a distance of %d as %s', (distance, outcome) => {
    const match = matchFaces(at(0), [at(distance)]);
    expect(match.outcome).toBe(outcome);
    expect(match.score >= FACE_MATCH_CLEAR_SCORE).toBe(outcome === 'clear');
    expect(match.score).toBeGreaterThanOrEqual(0);
  });

  test('does not let a single frame decide', () => {
    expect(matchFaces(at(0), [at(0.4), at(0.45), at(0.9)])).toMatchObject({
      distance: 0.45,
      outcome: 'clear',
    });
    expect(matchFaces(at(0), [at(0.1), at(0.8), at(0.9)]).outcome).toBe('fail');
  });

  test('never calls a missing descriptor a match', () => {
    for (const match of [matchFaces(at(0), []), matchFaces([], [at(0)]), matchFaces(at(0), [[]])])
      expect(match).toMatchObject({ score: 0, outcome: 'uncertain' });
    expect(isDuplicateFace([], [])).toBe(false);
    expect(faceDistance([1], [1, 2])).toBeNaN();
  });

  test('searches for duplicates more strictly than it compares two faces', () => {
    expect(isDuplicateFace(at(0), at(0.3))).toBe(true);
    expect(isDuplicateFace(at(0), at(0.45))).toBe(false);
  });
});
