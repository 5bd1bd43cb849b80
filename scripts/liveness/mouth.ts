import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';
import { type SampleFace } from './sample-faces.js';
import { type Surface } from './surface.js';

/** How far the chin drops when the mouth is wide open, in eye distances. */
const DROP = 0.28;
/** Where the lips meet and how far the movement reaches below and beside, in eye distances. */
const LIPS = 1.15;
const BELOW = 0.35;
const BESIDE = 0.9;
/** Inside of an open mouth. */
const DARK = [52, 20, 22] as const;

/** The head with everything below the lips lowered; `open` from 0 to 1. */
export function withDroppedJaw(surface: Surface, open: number): Surface {
  const points = surface.points.map(({ x, y, z }) => {
    const below = Math.min(1, Math.max(0, (y - LIPS) / BELOW));
    return { x, y: y + DROP * open * below * Math.exp(-((x / BESIDE) ** 4)), z };
  });
  return { ...surface, points };
}

/** The face with its lips parted. */
export function withOpenMouth({ picture, landmarks, eyeDistance }: SampleFace, open: number): RgbImage {
  const pixels = new Uint8Array(picture.pixels);
  const [left, right] = [landmarks[60]!, landmarks[64]!];
  const middle = { x: (left.x + right.x) / 2, y: (landmarks[62]!.y + landmarks[66]!.y) / 2 };
  const across = Math.max(1, 0.45 * Math.hypot(right.x - left.x, right.y - left.y));
  const down = Math.max(1, 0.11 * open * eyeDistance);
  for (let y = -Math.ceil(down); y <= down; y++) {
    for (let x = -Math.ceil(across); x <= across; x++) {
      const inside = Math.min(1, 2 * (1 - Math.hypot(x / across, y / down)));
      if (inside <= 0) continue;
      const at = 3 * (Math.round(middle.y + y) * picture.width + Math.round(middle.x + x));
      DARK.forEach((value, channel) => {
        pixels[at + channel] = inside * value + (1 - inside) * pixels[at + channel]!;
      });
    }
  }
  return { ...picture, pixels };
}
