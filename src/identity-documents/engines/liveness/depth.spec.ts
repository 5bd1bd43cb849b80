import { Random } from '../../../../scripts/mrz/random.js';
import { seenFace, type Shown } from '../../../../test/support/landmark-films.js';
import { depthFromTurn } from './depth.js';

function depthOf(shown: Shown, yaw: number, seed: number): number {
  const random = new Random(seed);
  const [frontal, turned] = [seenFace(shown, {}, random), seenFace(shown, { yaw }, random)];
  return depthFromTurn(frontal.faces[0]!.landmarks, turned.faces[0]!.landmarks, yaw > 0 ? 1 : -1);
}

describe('depth revealed by a turn', () => {
  test.each([-38, -25, 25, 38])('of a head turned by %i degrees', (yaw) => {
    for (let seed = 1; seed <= 20; seed++)
      expect(depthOf({ shape: 'head' }, yaw, seed)).toBeGreaterThan(0.54);
  });

  test.each([0, 0.3, 0.6, -0.5])('of a sheet with curvature %d', (curvature) => {
    for (const yaw of [-38, -25, 25, 38])
      for (let seed = 1; seed <= 10; seed++)
        expect(depthOf({ shape: 'sheet', curvature }, yaw, seed)).toBeLessThan(0.3);
  });

  test('is 0 if all landmarks coincide', () => {
    const point = Array.from({ length: 68 }, () => ({ x: 5, y: 5 }));
    expect(depthFromTurn(point, point, 1)).toBe(0);
  });
});
