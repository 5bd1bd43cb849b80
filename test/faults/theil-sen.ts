/** A slope with its confidence interval. */
export interface Slope {
  slope: number;
  /** The bounds of the 95 % interval. */
  low: number;
  high: number;
}

/** Two-sided 95 % quantile of the normal distribution. */
const Z95 = 1.96;

/**
 * Median of the slopes between all pairs of points (Theil 1950, Sen 1968): up to 29 % of the points may lie anywhere. Its
 * interval is Sen's, from the variance of Kendall's tau without ties.
 * @throws Error for fewer than five points
 */
export function theilSen(points: readonly { x: number; y: number }[]): Slope {
  const n = points.length;
  if (n < 5) throw new Error(`${n} points are too few for a slope; give at least 5`);
  const slopes = points
    .flatMap((one, index) => points.slice(index + 1).map((other) => (other.y - one.y) / (other.x - one.x)))
    .sort((a, b) => a - b);
  const spread = Z95 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const at = (rank: number) => slopes[Math.min(slopes.length - 1, Math.max(0, Math.round(rank)))]!;
  return {
    slope: at((slopes.length - 1) / 2),
    low: at((slopes.length - spread) / 2 - 1),
    high: at((slopes.length + spread) / 2),
  };
}
