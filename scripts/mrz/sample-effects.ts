import { type Random } from './random.js';

/** A small floating-point image, row by row; modified in place. */
export interface Plane {
  values: Float32Array;
  width: number;
  height: number;
}

/** Gaussian blur with the given sigma in pixels; below a third of a pixel nothing changes. */
export function gaussianBlur(plane: Plane, sigma: number): void {
  if (sigma < 0.33) return;
  const reach = Math.ceil(2.2 * sigma);
  const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * sigma * sigma)),
  );
  const total = kernel.reduce((sum, value) => sum + value, 0);
  const { width, height } = plane;
  const normalized = kernel.map((value) => value / total);
  const across = convolve(plane.values, normalized, width, height, 1, width);
  plane.values.set(convolve(across, normalized, height, width, width, 1));
}

/**
 * Convolves `count` rows of `length` values. `step` advances along a row, `stride` to the next; edges repeat.
 */
function convolve(
  source: Float32Array,
  kernel: Float32Array,
  length: number,
  count: number,
  step: number,
  stride: number,
): Float32Array {
  const result = new Float32Array(source.length);
  const reach = (kernel.length - 1) / 2;
  const padded = new Float32Array(length + 2 * reach);
  for (let row = 0; row < count; row++) {
    for (let at = 0; at < padded.length; at++) {
      padded[at] = source[row * stride + Math.min(length - 1, Math.max(0, at - reach)) * step]!;
    }
    for (let at = 0; at < length; at++) {
      let sum = 0;
      for (let offset = 0; offset < kernel.length; offset++) sum += kernel[offset]! * padded[at + offset]!;
      result[row * stride + at * step] = sum;
    }
  }
  return result;
}

/** Security print and stray strokes beneath the characters. */
export function addBackground({ values, width, height }: Plane, pitch: number, random: Random): void {
  const count = random.chance(0.45) ? 0 : 1 + random.below(4);
  for (let line = 0; line < count; line++) {
    const angle = random.between(0, Math.PI);
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const distance = random.between(-0.8, 0.8) * pitch;
    const half = pitch * random.between(0.015, 0.06);
    const depth = random.between(8, random.chance(0.15) ? 110 : 45);
    const bend = random.between(-0.4, 0.4) / pitch;
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        const along = (x - width / 2) * cos + (y - height / 2) * sin;
        const across = Math.abs(
          (x - width / 2) * sin - (y - height / 2) * cos - distance - bend * along * along,
        );
        const cover = Math.min(1, half + 0.5 - across);
        if (cover > 0) values[at]! -= depth * cover;
      }
    }
  }
}

/** Light falling off towards one side, and occasionally a lamp's reflection. */
export function addLight({ values, width, height }: Plane, random: Random): void {
  const [slopeX, slopeY] = [random.gaussian() * 22, random.gaussian() * 22];
  const glare = random.chance(0.15) ? random.between(20, 140) : 0;
  const [glareX, glareY, spread] = [random.next(), random.next(), random.between(0.1, 0.6)];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const u = x / width;
      const v = y / height;
      values[at]! += slopeX * (u - 0.5) + slopeY * (v - 0.5);
      if (glare > 0)
        values[at]! += glare * Math.exp(-((u - glareX) ** 2 + (v - glareY) ** 2) / (spread * spread));
      values[at] = Math.min(255, values[at]!);
    }
  }
}

const BLOCK = 8;
const COSINES = Float32Array.from({ length: BLOCK * BLOCK }, (_, index) => {
  const [frequency, position] = [Math.floor(index / BLOCK), index % BLOCK];
  const scale = frequency === 0 ? Math.sqrt(1 / BLOCK) : Math.sqrt(2 / BLOCK);
  return scale * Math.cos(((2 * position + 1) * frequency * Math.PI) / (2 * BLOCK));
});

/** Simulates JPEG: a cosine transform of 8×8 blocks, quantized more coarsely for finer detail. */
export function simulateJpeg({ values, width, height }: Plane, step: number): void {
  const block = new Float32Array(BLOCK * BLOCK);
  for (let top = 0; top + BLOCK <= height; top += BLOCK) {
    for (let left = 0; left + BLOCK <= width; left += BLOCK) {
      for (let index = 0; index < block.length; index++) {
        block[index] = values[(top + (index >> 3)) * width + left + (index & 7)]!;
      }
      const frequencies = transform(block, false);
      for (let index = 0; index < block.length; index++) {
        const coarse = step * (1 + 0.3 * ((index >> 3) + (index & 7)));
        frequencies[index] = Math.round(frequencies[index]! / coarse) * coarse;
      }
      const restored = transform(frequencies, true);
      for (let index = 0; index < block.length; index++) {
        values[(top + (index >> 3)) * width + left + (index & 7)] = restored[index]!;
      }
    }
  }
}

/** Two-dimensional cosine transform of a block, or its inverse: rows, then columns. */
function transform(block: Float32Array, inverse: boolean): Float32Array {
  const factor = (to: number, from: number) => COSINES[inverse ? from * BLOCK + to : to * BLOCK + from]!;
  const pass = (source: Float32Array) => {
    const result = new Float32Array(source.length);
    for (let row = 0; row < BLOCK; row++) {
      for (let to = 0; to < BLOCK; to++) {
        let sum = 0;
        for (let from = 0; from < BLOCK; from++) sum += factor(to, from) * source[row * BLOCK + from]!;
        // Stored transposed, so the second pass works on the columns and restores the orientation.
        result[to * BLOCK + row] = sum;
      }
    }
    return result;
  };
  return pass(pass(block));
}
