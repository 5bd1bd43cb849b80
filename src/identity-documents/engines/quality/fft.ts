const { cos, PI, sin } = Math;

/** Twiddle factors and bit-reversed order for transforms of `size` values, a power of two. */
export interface FftPlan {
  size: number;
  cosines: Float64Array;
  sines: Float64Array;
  order: Uint16Array;
}

export function createFftPlan(size: number): FftPlan {
  const bits = Math.log2(size);
  const angle = (index: number) => (2 * PI * index) / size;
  return {
    size,
    cosines: Float64Array.from({ length: size / 2 }, (_, index) => cos(angle(index))),
    sines: Float64Array.from({ length: size / 2 }, (_, index) => -sin(angle(index))),
    order: Uint16Array.from({ length: size }, (_, index) => {
      let reversed = 0;
      for (let bit = 0; bit < bits; bit++) reversed |= ((index >> bit) & 1) << (bits - 1 - bit);
      return reversed;
    }),
  };
}

/** In-place fast Fourier transform (Cooley and Tukey 1965, radix 2). */
function fft(plan: FftPlan, real: Float64Array, imaginary: Float64Array): void {
  const { size, cosines, sines, order } = plan;
  for (let index = 0; index < size; index++) {
    const other = order[index]!;
    if (other <= index) continue;
    const heldReal = real[index]!;
    const heldImaginary = imaginary[index]!;
    real[index] = real[other]!;
    imaginary[index] = imaginary[other]!;
    real[other] = heldReal;
    imaginary[other] = heldImaginary;
  }
  for (let half = 1; half < size; half *= 2) {
    const stride = size / (2 * half);
    for (let first = 0; first < size; first += 2 * half) {
      for (let offset = 0; offset < half; offset++) {
        const a = first + offset;
        const b = a + half;
        const c = cosines[offset * stride]!;
        const s = sines[offset * stride]!;
        const turnedReal = real[b]! * c - imaginary[b]! * s;
        const turnedImaginary = real[b]! * s + imaginary[b]! * c;
        real[b] = real[a]! - turnedReal;
        imaginary[b] = imaginary[a]! - turnedImaginary;
        real[a] = real[a]! + turnedReal;
        imaginary[a] = imaginary[a]! + turnedImaginary;
      }
    }
  }
}

/**
 * Power spectrum of a square of `plan.size` values a side, row by row. Transforms two real rows at a time, as
 * the real and imaginary part of one complex row.
 */
export function powerSpectrum(plan: FftPlan, values: Float64Array): Float64Array {
  const { size } = plan;
  const real = new Float64Array(values.length);
  const imaginary = new Float64Array(values.length);
  const [first, second] = [new Float64Array(size), new Float64Array(size)];
  for (let row = 0; row < size; row += 2) {
    first.set(values.subarray(row * size, (row + 1) * size));
    second.set(values.subarray((row + 1) * size, (row + 2) * size));
    fft(plan, first, second);
    // Stored transposed, so the second pass also works on rows.
    for (let at = 0; at < size; at++) {
      const mirrored = (size - at) % size;
      const place = at * size + row;
      real[place] = (first[at]! + first[mirrored]!) / 2;
      imaginary[place] = (second[at]! - second[mirrored]!) / 2;
      real[place + 1] = (second[at]! + second[mirrored]!) / 2;
      imaginary[place + 1] = (first[mirrored]! - first[at]!) / 2;
    }
  }
  const power = new Float64Array(values.length);
  for (let column = 0; column <= size / 2; column++) {
    const part = (all: Float64Array) => all.subarray(column * size, (column + 1) * size);
    const [re, im] = [part(real), part(imaginary)];
    fft(plan, re, im);
    for (let row = 0; row < size; row++) {
      const value = re[row]! * re[row]! + im[row]! * im[row]!;
      power[row * size + column] = value;
      power[((size - row) % size) * size + ((size - column) % size)] = value;
    }
  }
  return power;
}
