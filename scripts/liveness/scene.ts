import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';
import { type Random } from '../mrz/random.js';
import { type Scene } from './film.js';

/** Eye distance on the frame at the start of a film, in pixels. */
const EYES_ON_FRAME = 62;

/** A random room, light and camera. `far` is the initial distance of the face, in eye distances. */
export function randomScene(random: Random, far: number, width = 400, height = 400): Scene {
  const scale = Math.min(width, height) / 400;
  return {
    width,
    height,
    focal: far * EYES_ON_FRAME * scale * random.between(0.85, 1.15),
    background: room(random, width, height),
    light: random.between(0.8, 1.15),
    lightDrift: random.between(-0.02, 0.02),
    noise: random.between(1.5, 5),
  };
}

/** A wall with a few objects in front. */
function room(random: Random, width: number, height: number): RgbImage {
  const pixels = new Uint8Array(3 * width * height);
  const wall = colour(random, 90, 210);
  fill(pixels, width, { left: 0, top: 0, right: width, bottom: height }, wall, 0.25);
  for (let thing = 0; thing < 5; thing++) {
    const [left, top] = [random.below(width), random.below(height)];
    const [right, bottom] = [left + 20 + random.below(width / 3), top + 20 + random.below(height / 2)];
    fill(
      pixels,
      width,
      { left, top, right: Math.min(right, width), bottom: Math.min(bottom, height) },
      colour(random, 40, 220),
      0.1,
    );
  }
  return { pixels, width, height };
}

function colour(random: Random, low: number, high: number): [number, number, number] {
  return [random.between(low, high), random.between(low, high), random.between(low, high)];
}

function fill(
  pixels: Uint8Array,
  width: number,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
  rgb: readonly number[],
  shade: number,
): void {
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const light = 1 - shade * ((x - left) / (right - left) - 0.5);
      for (let channel = 0; channel < 3; channel++)
        pixels[3 * (y * width + x) + channel] = rgb[channel]! * light;
    }
  }
}
