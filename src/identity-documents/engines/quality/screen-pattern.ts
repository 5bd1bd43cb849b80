import { type GreyImage } from '../imaging/grey-image.js';
import { createFftPlan, powerSpectrum } from './fft.js';

const { abs, atan2, cos, hypot, log, PI, sqrt } = Math;

/** Side of the analysed tiles in pixels, and how many there are per side of the image. */
const TILE = 256;
const TILES = 3;
/** Smaller images hold too few periods, and their tiles overlap too much. */
const MIN_SIDE = 2.5 * TILE;
/** Longer side, in pixels, of the analysed image; a smaller one has lost the pattern. */
export const SCREEN_PATTERN_SIDE = 2400;
/** Finer than print, coarser than camera noise; in periods per tile. */
const COARSEST = 22;
const FINEST = 124;
const RING = 4;
/** JPEG's blocks of eight pixels cause their own peaks. */
const BLOCK_PERIODS = TILE / 8;
/** Minimum height of a peak above its ring, in natural logarithms of power. */
const MIN_RISE = 6;
/** How much the frequency and direction of one pattern vary across an image taken at an angle. */
const SAME_FREQUENCY = 0.12;
const SAME_DIRECTION = 0.1;
/** Peaks per tile compared with those of other tiles. */
const MAX_PEAKS = 6;

interface Peak {
  frequency: number;
  direction: number;
  rise: number;
}

const plan = createFftPlan(TILE);
const window = Float64Array.from({ length: TILE }, (_, at) => 0.5 - 0.5 * cos((2 * PI * (at + 0.5)) / TILE));

/**
 * Share, 0 to 1, of tiles with the most common periodic pattern: a display's pixel grid, or its moiré with
 * the camera's. Print has patterns too, but not the same one from edge to edge.
 * `image` is at most SCREEN_PATTERN_SIDE pixels a side and never enlarged; an image too small to tell scores
 * 0.
 */
export function measureScreenPattern(image: GreyImage): number {
  const tiles = tilePositions(image).map(({ left, top }) => peaksOf(spectrumOf(image, left, top)));
  let mostSharing = 0;
  for (const peak of tiles.flat()) {
    const sharing = tiles.filter((peaks) => peaks.some((other) => isSamePattern(peak, other))).length;
    mostSharing = Math.max(mostSharing, sharing);
  }
  return tiles.length === 0 ? 0 : mostSharing / tiles.length;
}

function tilePositions({ width, height }: GreyImage): { left: number; top: number }[] {
  if (Math.min(width, height) < MIN_SIDE) return [];
  const places = (length: number) =>
    Array.from({ length: TILES }, (_, at) => Math.round(((length - TILE) * (at + 0.5)) / TILES));
  return places(height).flatMap((top) => places(width).map((left) => ({ left, top })));
}

function spectrumOf({ pixels, width }: GreyImage, left: number, top: number): Float64Array {
  const values = new Float64Array(TILE * TILE);
  let sum = 0;
  for (let y = 0; y < TILE; y++) for (let x = 0; x < TILE; x++) sum += pixels[(top + y) * width + left + x]!;
  const mean = sum / values.length;
  for (let y = 0, at = 0; y < TILE; y++)
    for (let x = 0; x < TILE; x++, at++)
      values[at] = (pixels[(top + y) * width + left + x]! - mean) * window[x]! * window[y]!;
  return powerSpectrum(plan, values);
}

/** A frequency bin; half of the spectrum is enough, since that of a real image is symmetric. */
interface Bin {
  u: number;
  v: number;
  at: number;
  frequency: number;
  ring: number;
}

const bins: readonly Bin[] = Array.from({ length: FINEST + 1 }, (_, v) =>
  Array.from({ length: 2 * FINEST + 1 }, (_each, column): Bin => {
    const u = column - FINEST;
    const frequency = hypot(u, v);
    return { u, v, at: indexOf(u, v), frequency, ring: Math.floor((frequency - COARSEST) / RING) };
  }),
)
  .flat()
  .filter(({ u, v, frequency }) => frequency >= COARSEST && frequency <= FINEST && (v > 0 || u > 0));

/** Sharpest peaks above the median of their ring, highest first. */
function peaksOf(power: Float64Array): Peak[] {
  const levels = Float64Array.from(bins, ({ at }) => log(power[at]! + 1));
  const usual = ringMedians(levels);
  const peaks: Peak[] = [];
  for (let index = 0; index < bins.length; index++) {
    const { u, v, frequency, ring } = bins[index]!;
    const rise = levels[index]! - usual[ring]!;
    if (rise > MIN_RISE && !(isBlockPattern(u) && isBlockPattern(v)) && isLocalMaximum(power, u, v))
      peaks.push({ frequency, direction: atan2(v, u), rise });
  }
  return peaks.sort((a, b) => b.rise - a.rise).slice(0, MAX_PEAKS);
}

function isBlockPattern(periods: number): boolean {
  const off = abs(periods) % BLOCK_PERIODS;
  return off <= 1 || off >= BLOCK_PERIODS - 1;
}

/** Every seventh value is a sufficient sample. */
function ringMedians(levels: Float64Array): number[] {
  const rings: number[][] = [];
  for (let index = 0; index < bins.length; index += 7) (rings[bins[index]!.ring] ??= []).push(levels[index]!);
  return rings.map((values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!);
}

function indexOf(u: number, v: number): number {
  return ((v + TILE) % TILE) * TILE + ((u + TILE) % TILE);
}

function isLocalMaximum(power: Float64Array, u: number, v: number): boolean {
  const own = power[indexOf(u, v)]!;
  for (let dv = -1; dv <= 1; dv++)
    for (let du = -1; du <= 1; du++) if (power[indexOf(u + du, v + dv)]! > own) return false;
  return true;
}

function isSamePattern(a: Peak, b: Peak): boolean {
  if (abs(a.frequency - b.frequency) > SAME_FREQUENCY * sqrt(a.frequency * b.frequency)) return false;
  const turned = abs(a.direction - b.direction);
  return Math.min(turned, PI - turned) < SAME_DIRECTION;
}
