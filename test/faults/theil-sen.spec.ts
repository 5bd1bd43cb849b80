import { theilSen } from './theil-sen.js';

const line = (slope: number, count: number) =>
  Array.from({ length: count }, (_, x) => ({ x, y: 7 + slope * x }));

it('finds the slope of a line although a quarter of its points lie elsewhere', () => {
  const points = line(2, 20).map((point, index) =>
    index % 4 === 0 ? { ...point, y: 1_000 * index } : point,
  );
  expect(theilSen(points).slope).toBeCloseTo(2);
});

it('gives a narrow interval for a straight line, and one that contains the slope of a noisy line', () => {
  expect(theilSen(line(-3, 10))).toEqual({ slope: -3, low: -3, high: -3 });
  const noisy = line(1, 30).map(({ x, y }) => ({ x, y: y + 5 * Math.sin(13 * x) }));
  const { low, slope, high } = theilSen(noisy);
  expect(low).toBeLessThan(slope);
  expect(high).toBeGreaterThan(slope);
  expect(low).toBeLessThan(1);
  expect(high).toBeGreaterThan(1);
});

it('refuses fewer than five points', () => {
  expect(() => theilSen(line(1, 4))).toThrow('4 points are too few for a slope; give at least 5');
});
