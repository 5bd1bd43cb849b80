import { Random } from '../../../../scripts/mrz/random.js';
import { seenFace, type Shown } from '../../../../test/support/landmark-films.js';
import { depthFromTurn } from './depth.js';

function depthOf(shown: Shown, yaw: number, seed: number): number {
  const random = new Random(seed);
  const [frontal, turned] = [seenFace(shown, {}, random), seenFace(shown, { yaw }, random)];
  return depthFromTurn(frontal.faces[0]!.landmarks, turned.faces[0]!.landmarks, yaw > 0 ? 1 : -1)!;
}

describe('depth revealed by a turn', () => {
  test.each([-38, -25, 20, 38])('measures a depth of 1 for a mean head turned by %i degrees', (yaw) => {
    for (let seed = 1; seed <= 10; seed++)
      expect(Math.abs(depthOf({ shape: 'head' }, yaw, seed) - 1)).toBeLessThan(0.1);
  });

  test.each([
    [0, 0.1],
    [0.3, 0.22],
    [0.6, 0.34],
    [-0.5, 0],
  ])('measures a sheet with curvature %d at no more than %d', (curvature, most) => {
    for (const yaw of [-50, -25, 20, 38])
      for (let seed = 1; seed <= 5; seed++)
        expect(depthOf({ shape: 'sheet', curvature }, yaw, seed)).toBeLessThan(most);
  });

  test('measures the same depth for a face that is tilted, nearer or elsewhere in the image', () => {
    const random = new Random(2);
    const [frontal, turned] = [0, 30].map((yaw) => seenFace({ shape: 'head' }, { yaw }, random).faces[0]!);
    const [cosine, sine] = [1.3 * Math.cos(0.4), 1.3 * Math.sin(0.4)];
    const moved = turned!.landmarks.map(({ x, y }) => ({
      x: x * cosine - y * sine + 90,
      y: x * sine + y * cosine - 40,
    }));
    const { landmarks } = frontal!;
    expect(depthFromTurn(landmarks, moved, 1)).toBeCloseTo(depthFromTurn(landmarks, turned!.landmarks, 1)!);
  });

  test('measures no depth where the landmarks are not a turned face', () => {
    const random = new Random(3);
    const { landmarks } = seenFace({ shape: 'head' }, {}, random).faces[0]!;
    const point = landmarks.map(() => ({ x: 5, y: 5 }));
    const scattered = landmarks.map(({ x, y }) => ({ x: x + 25 * random.gaussian(), y }));
    expect(depthFromTurn(point, point, 1)).toBeNull();
    expect(depthFromTurn(landmarks, point, 1)).toBeNull();
    expect(depthFromTurn(landmarks, scattered, 1)).toBeNull();
  });
});
