import { type FacePoint } from '../face/face.port.js';
import { solve } from './least-squares.js';

/** Eyes, nose and mouth: the outline of a head is not the same line of skin after a turn. */
const INNER = Array.from({ length: 68 - 27 }, (_, index) => 27 + index);
/** A sheet may be bent about an axis in any direction. */
const DIRECTIONS = Array.from({ length: 6 }, (_, index) => (index * Math.PI) / 6);

/**
 * How far the landmarks of a turned face are from those of a flat or bent picture of it, in heights of the inner face.
 *
 * The points of a plane move by a homography (Hartley and Zisserman, Multiple View Geometry, §2.3); those of a sheet
 * bent about one axis by a homography with one quadratic term. The best of these is fitted from the frontal to the
 * turned face; what it leaves over (root mean square) is depth that no sheet has: above all the nose against the eyes.
 */
export function depthResidual(frontal: readonly FacePoint[], turned: readonly FacePoint[]): number {
  const from = normalised(frontal);
  const to = normalised(turned);
  const residuals = DIRECTIONS.map((direction) => bentSheetResidual(from, to, direction));
  return Math.min(...residuals);
}

/** Centred, and scaled by its height, which does not change as a face turns. */
function normalised(landmarks: readonly FacePoint[]): FacePoint[] {
  const points = INNER.map((index) => landmarks[index]!);
  const centre = meanOf(points);
  const scale = meanOf(points.map((point) => ({ x: Math.abs(point.y - centre.y), y: 0 }))).x * 2 || 1;
  return points.map(({ x, y }) => ({ x: (x - centre.x) / scale, y: (y - centre.y) / scale }));
}

function meanOf(points: readonly FacePoint[]): FacePoint {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** u = (a·(x, y, 1, q²)) / (1 + g x + h y), v likewise, q being the way across the bend: linear in its ten unknowns. */
function bentSheetResidual(from: readonly FacePoint[], to: readonly FacePoint[], direction: number): number {
  const [cosine, sine] = [Math.cos(direction), Math.sin(direction)];
  const terms = from.map(({ x, y }) => [x, y, 1, (x * cosine + y * sine) ** 2]);
  const none = [0, 0, 0, 0];
  const rows: number[][] = [];
  const targets: number[] = [];
  from.forEach(({ x, y }, index) => {
    const { x: u, y: v } = to[index]!;
    rows.push([...terms[index]!, ...none, -u * x, -u * y], [...none, ...terms[index]!, -v * x, -v * y]);
    targets.push(u, v);
  });
  const fitted = solve(rows, targets);
  if (!fitted) return 0;
  const squares = from.map(({ x, y }, index) => {
    const below = 1 + fitted[8]! * x + fitted[9]! * y;
    const sum = (offset: number) =>
      terms[index]!.reduce((total, term, at) => total + term * fitted[offset + at]!, 0);
    return (sum(0) / below - to[index]!.x) ** 2 + (sum(4) / below - to[index]!.y) ** 2;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}
