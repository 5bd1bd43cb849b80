import { type GreyImage } from '../../src/identity-documents/engines/imaging/grey-image.js';
import { MRZ_ALPHABET } from '../../src/identity-documents/engines/mrz/check-digit.js';
import { REJECT_CLASS } from '../../src/identity-documents/engines/mrz/glyph-classifier.js';
import { samplePatch } from '../../src/identity-documents/engines/mrz/glyph-patch.js';
import { EDGE_SLOPE, type GlyphShape, shapeAt, type ShapeSet } from './glyph-shapes.js';
import { type Random } from './random.js';
import { addBackground, addLight, gaussianBlur, type Plane, simulateJpeg } from './sample-effects.js';

export interface Sample {
  patch: Float32Array;
  /** Index into MRZ_ALPHABET, or REJECT_CLASS. */
  label: number;
}

const FILLER = MRZ_ALPHABET.indexOf('<');
/** A page filling a fifth of a phone's photo gives seven and a half pixels per character. */
const MIN_PITCH_PX = 6.5;
const MAX_PITCH_PX = 26;

/** Three adjacent cells, badly photographed; the middle one must be classified, possibly as no character. */
export function renderSample(shapes: ShapeSet, random: Random): Sample {
  const pitch = MIN_PITCH_PX * (MAX_PITCH_PX / MIN_PITCH_PX) ** random.next();
  const { cells, label, shift } = chooseCells(shapes, random);
  const plane = printCells(cells, shift, pitch, random);
  gaussianBlur(plane, pitch * (random.chance(0.6) ? random.between(0, 0.06) : random.between(0, 0.14)));
  const raster = expose(plane, pitch, random);
  const centre = { x: plane.width / 2 - 0.5, y: plane.height / 2 - 0.5 };
  return { patch: samplePatch(raster, centre, { x: pitch, y: 0 }), label };
}

interface Choice {
  cells: (GlyphShape | null)[];
  label: number;
  /** Offset of the middle cell in pitches, beyond the ordinary inaccuracy. */
  shift: number;
}

function chooseCells(shapes: ShapeSet, random: Random): Choice {
  const font = shapes.fonts[random.chance(0.7) ? 0 : 1]!;
  const neighbour = () =>
    random.chance(0.06) ? null : font[random.chance(0.3) ? FILLER : random.below(MRZ_ALPHABET.length)]!;
  const around = (cell: GlyphShape | null) => [neighbour(), cell, neighbour()];
  const label = random.chance(0.06) ? FILLER : random.below(MRZ_ALPHABET.length);
  if (random.chance(0.9)) return { cells: around(font[label]!), label, shift: 0 };
  const kind = random.below(3);
  if (kind === 0) return { cells: around(random.pick(shapes.otherGlyphs)), label: REJECT_CLASS, shift: 0 };
  if (kind === 1) return { cells: around(null), label: REJECT_CLASS, shift: 0 };
  const shift = random.between(0.38, 0.62) * (random.chance(0.5) ? 1 : -1);
  return { cells: around(font[label]!), label: REJECT_CLASS, shift };
}

/** Ink coverage, 0 to 1, with random rotation, slant, size, warp, stroke weight and wear. */
function printCells(cells: (GlyphShape | null)[], shift: number, pitch: number, random: Random): Plane {
  const [width, height] = [Math.ceil(1.6 * pitch), Math.ceil(2 * pitch)];
  const ink = new Float32Array(width * height);
  const turn = random.gaussian() * 0.035;
  const slant = random.gaussian() * 0.06;
  const size = random.between(0.84, 1.1);
  const [scaleX, scaleY] = [size * (1 + random.gaussian() * 0.05), size * (1 + random.gaussian() * 0.08)];
  const [offsetX, offsetY] = [shift + random.gaussian() * 0.045, random.gaussian() * 0.06];
  const warp = random.chance(0.5) ? random.between(0, 0.035) : 0;
  const [waveX, waveY, phase] = [random.between(2, 7), random.between(2, 7), random.between(0, 6.28)];
  const edge = 0.5 - (random.chance(0.5) ? random.gaussian() * 0.12 : 0);
  const sharpness = Math.min(8, pitch / EDGE_SLOPE);
  const wear = random.chance(0.25) ? random.between(0.1, 0.7) : 0;
  const wearPhase = random.between(0, 100);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const x = (column + 0.5 - width / 2) / pitch;
      const y = (row + 0.5 - height / 2) / pitch;
      const turnedX = x - turn * y + slant * y + offsetX + warp * Math.sin(waveX * y + phase);
      const turnedY = y + turn * x + offsetY + warp * Math.sin(waveY * x + phase);
      const cell = Math.round(turnedX);
      const shape = cell < -1 || cell > 1 ? null : cells[cell + 1];
      if (!shape) continue;
      const value = shapeAt(shape, (turnedX - cell) / scaleX, turnedY / scaleY);
      let coverage = 0.5 + (value - edge) * sharpness;
      if (wear > 0)
        coverage -= wear * (0.5 + 0.5 * Math.sin(9 * x + wearPhase) * Math.sin(11 * y + 2 * wearPhase));
      ink[at] = coverage < 0 ? 0 : coverage > 1 ? 1 : coverage;
    }
  }
  return { values: ink, width, height };
}

/** The view of the camera: background, light, glare, noise and compression. */
function expose(plane: Plane, pitch: number, random: Random): GreyImage {
  const { values, width, height } = plane;
  const inkDepth = random.between(60, 215);
  const noise = (random.chance(0.5) ? random.between(0, 6) : random.between(0, 24)) * (inkDepth / 190);
  for (let at = 0; at < values.length; at++) values[at] = 235 - inkDepth * values[at]!;
  addBackground(plane, pitch, random);
  addLight(plane, random);
  for (let at = 0; at < values.length; at++) values[at]! += noise * random.quickGaussian();
  if (random.chance(0.3)) simulateJpeg(plane, random.between(4, 26));
  return { pixels: Uint8Array.from(values, (value) => Math.min(255, Math.max(0, value))), width, height };
}
