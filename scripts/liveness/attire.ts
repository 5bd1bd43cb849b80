import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';
import { type Random } from '../mrz/random.js';
import { type Layer } from './film.js';
import { eyeCentre, type SampleFace } from './sample-faces.js';
import { type Hair, NECK, type Surface } from './surface.js';

/** A head with its own hair: the photo with hair painted over it, and the space that the hair takes up. */
interface Coiffure {
  face: SampleFace;
  hair: Hair;
}

/** Adds hair that covers forehead, temples and, if long, the sides of the jaw. */
export function withHair(face: SampleFace, random: Random): Coiffure {
  // Half-axes of the uncovered part of the face, in eye distances.
  const opening = {
    across: random.between(0.98, 1.2),
    up: random.between(0.75, 1.15),
    down: random.chance(0.5) ? random.between(1.7, 2.1) : 9,
  };
  const thickness = random.between(0.05, 0.3);
  const tone = random.between(15, 150);
  const warmth = random.between(0.55, 0.95);
  const cover = (x: number, y: number) => {
    const down = y < 0.3 ? opening.up + 0.3 : opening.down;
    return Math.min(1, Math.max(0, (Math.hypot(x / opening.across, (y - 0.3) / down) - 1) / 0.12));
  };
  const picture = paint(face, cover, [tone, tone * warmth, tone * warmth ** 2.2], random);
  return { face: { ...face, picture }, hair: (x, y) => thickness * cover(x, y) };
}

/** Covers part of the photo with strands of a colour. */
function paint(
  { picture, landmarks, eyeDistance }: SampleFace,
  cover: (x: number, y: number) => number,
  colour: readonly number[],
  random: Random,
): RgbImage {
  const [left, right] = [eyeCentre(landmarks, 36), eyeCentre(landmarks, 42)];
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  const pixels = new Uint8Array(picture.pixels);
  const strands = Array.from({ length: 64 }, () => random.between(0.7, 1.25));
  for (let at = 0; at < picture.width * picture.height; at++) {
    const x = ((at % picture.width) - middle.x) / eyeDistance;
    const y = (Math.floor(at / picture.width) - middle.y) / eyeDistance;
    const covered = cover(x, y);
    if (covered === 0) continue;
    const strand = strands[Math.floor(Math.abs(24 * Math.atan2(x, 2.2 - y) + 3 * y)) % strands.length]!;
    colour.forEach((value, channel) => {
      pixels[3 * at + channel] = covered * value * strand + (1 - covered) * pixels[3 * at + channel]!;
    });
  }
  return { ...picture, pixels };
}

const LENS_COLUMNS = 90;
const LENS_ROWS = 34;
/** Half the width and height of the grid that holds a pair of glasses, in eye distances. */
const LENSES = { across: 1.15, down: 0.42 };
/** Distance of a pair of glasses behind the tip of the nose, and how far its sides wrap backwards. */
const BEHIND_NOSE = 0.2;
const WRAP = 0.12;

/** A pair of glasses in front of the eyes, with fully transparent lenses. */
export function glasses(random: Random): Layer {
  const [wide, high] = [random.between(0.36, 0.46), random.between(0.24, 0.34)];
  const rim = random.between(0.025, 0.07);
  const tone = random.between(10, 120);
  const roundness = random.pick([2, 4]);
  const opacity = (x: number, y: number) => {
    const off = Math.abs(Math.abs(x) - 0.5) / wide;
    const edge = (off ** roundness + Math.abs(y / high) ** roundness) ** (1 / roundness);
    const isBridge = Math.abs(x) < 0.5 - wide + rim && Math.abs(y + 0.06) < rim;
    return isBridge || Math.abs(edge - 1) * wide < rim ? 1 : 0;
  };
  const picture = { pixels: new Uint8Array(12).fill(tone), width: 2, height: 2 };
  return { picture, surface: lensSurface(opacity) };
}

function lensSurface(opacity: (x: number, y: number) => number): Surface {
  const made: Surface = { columns: LENS_COLUMNS, rows: LENS_ROWS, points: [], texture: [], pivot: NECK };
  for (let row = 0; row < LENS_ROWS; row++) {
    for (let column = 0; column < LENS_COLUMNS; column++) {
      const x = LENSES.across * ((2 * column) / (LENS_COLUMNS - 1) - 1);
      const y = LENSES.down * ((2 * row) / (LENS_ROWS - 1) - 1);
      made.points.push({ x, y, z: -BEHIND_NOSE - WRAP * x * x });
      made.texture.push({ u: 0.5, v: 0.5, alpha: opacity(x, y) });
    }
  }
  return made;
}
