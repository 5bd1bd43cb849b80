import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';
import { type Surface } from './surface.js';

const { ceil, cos, floor, max, min, sin } = Math;

/**
 * Position of a surface in front of the camera. Angles in degrees; `yaw` is positive towards the person's
 * left.
 */
export interface Pose {
  yaw: number;
  pitch: number;
  roll: number;
  /** Distance from the camera, in eye distances. */
  distance: number;
  /** Offset from the middle of the image, in pixels. */
  dx: number;
  dy: number;
}

interface Corner {
  x: number;
  y: number;
  z: number;
  u: number;
  v: number;
  alpha: number;
}

/** Renders a textured surface into an image, in perspective; `focal` is the focal length in pixels. */
export function renderSurface(
  target: RgbImage,
  texture: RgbImage,
  surface: Surface,
  pose: Pose,
  focal: number,
): void {
  const corners = project(target, surface, pose, focal);
  const nearest = new Float32Array(target.width * target.height).fill(Infinity);
  const { columns, rows } = surface;
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      const [a, b, c, d] = [
        corners[at]!,
        corners[at + 1]!,
        corners[at + columns]!,
        corners[at + columns + 1]!,
      ];
      fill(target, texture, nearest, a, b, c);
      fill(target, texture, nearest, b, d, c);
    }
  }
}

function project(
  { width, height }: RgbImage,
  { points, texture, pivot }: Surface,
  pose: Pose,
  focal: number,
): Corner[] {
  const [yaw, pitch, roll] = [pose.yaw, pose.pitch, pose.roll].map((angle) => (angle * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  return points.map((point, index) => {
    const [x0, y0, z0] = [point.x - pivot.x, point.y - pivot.y, point.z - pivot.z];
    const [x1, z1] = [x0 * cos(yaw) + z0 * sin(yaw), -x0 * sin(yaw) + z0 * cos(yaw)];
    const [y2, z2] = [y0 * cos(pitch) - z1 * sin(pitch), y0 * sin(pitch) + z1 * cos(pitch)];
    const [x3, y3] = [x1 * cos(roll) - y2 * sin(roll), x1 * sin(roll) + y2 * cos(roll)];
    const away = max(0.5, pose.distance - (z2 + pivot.z));
    return {
      x: width / 2 + pose.dx + (focal * (x3 + pivot.x)) / away,
      y: height / 2 + pose.dy + (focal * (y3 + pivot.y - 0.4)) / away,
      z: away,
      ...texture[index]!,
    };
  });
}

function fill(
  target: RgbImage,
  texture: RgbImage,
  nearest: Float32Array,
  a: Corner,
  b: Corner,
  c: Corner,
): void {
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (Math.abs(area) < 1e-9 || max(a.alpha, b.alpha, c.alpha) === 0) return;
  const bottom = min(target.height - 1, floor(max(a.y, b.y, c.y)));
  const right = min(target.width - 1, floor(max(a.x, b.x, c.x)));
  const left = max(0, ceil(min(a.x, b.x, c.x)));
  for (let y = max(0, ceil(min(a.y, b.y, c.y))); y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const q = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
      const r = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
      const p = 1 - q - r;
      if (p < -1e-6 || q < -1e-6 || r < -1e-6) continue;
      const z = p * a.z + q * b.z + r * c.z;
      const at = y * target.width + x;
      if (z >= nearest[at]!) continue;
      nearest[at] = z;
      const alpha = p * a.alpha + q * b.alpha + r * c.alpha;
      blend(target, at, texture, p * a.u + q * b.u + r * c.u, p * a.v + q * b.v + r * c.v, alpha);
    }
  }
}

/** Blends the texture's colour between pixels (bilinear) into one pixel. */
function blend(
  target: RgbImage,
  at: number,
  { pixels, width, height }: RgbImage,
  u: number,
  v: number,
  alpha: number,
): void {
  const left = min(max(floor(u), 0), width - 2);
  const top = min(max(floor(v), 0), height - 2);
  const [fu, fv] = [u - left, v - top];
  const from = 3 * (top * width + left);
  for (let channel = 0; channel < 3; channel++) {
    const i = from + channel;
    const above = pixels[i]! * (1 - fu) + pixels[i + 3]! * fu;
    const below = pixels[i + 3 * width]! * (1 - fu) + pixels[i + 3 * width + 3]! * fu;
    const colour = above * (1 - fv) + below * fv;
    target.pixels[3 * at + channel] = alpha * colour + (1 - alpha) * target.pixels[3 * at + channel]!;
  }
}
