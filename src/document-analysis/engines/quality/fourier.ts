const { cos, PI, sin } = Math;

/** Twiddle factors and bit-reversed order for transforms of `size` values, a power of two. */
export interface FourierPlan {
  size: number;
  cosines: Float64Array;
  sines: Float64Array;
  order: Uint16Array;
}

export function planFourier(size: number): FourierPlan {
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

/** Discrete Fourier transform in place (Cooley and Tukey 1965, radix 2) of values that lie `step` apart. */
export function transform(
  plan: FourierPlan,
  real: Float64Array,
  imaginary: Float64Array,
  start: number,
  step: number,
): void {
  const { size, cosines, sines, order } = plan;
  for (let index = 0; index < size; index++) {
    const other = order[index]!;
    if (other <= index) continue;
    const [a, b] = [start + index * step, start + other * step];
    const [heldReal, heldImaginary] = [real[a]!, imaginary[a]!];
    real[a] = real[b]!;
    imaginary[a] = imaginary[b]!;
    real[b] = heldReal;
    imaginary[b] = heldImaginary;
  }
  for (let half = 1; half < size; half *= 2) {
    const stride = size / (2 * half);
    for (let first = 0; first < size; first += 2 * half) {
      for (let offset = 0; offset < half; offset++) {
        const a = start + (first + offset) * step;
        const b = a + half * step;
        const [c, s] = [cosines[offset * stride]!, sines[offset * stride]!];
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

/** Power of each frequency of a square of `plan.size` values a side, row by row; changes `values`. */
export function powerSpectrum(plan: FourierPlan, values: Float64Array): Float64Array {
  const { size } = plan;
  const imaginary = new Float64Array(values.length);
  for (let row = 0; row < size; row++) transform(plan, values, imaginary, row * size, 1);
  for (let column = 0; column < size; column++) transform(plan, values, imaginary, column, size);
  return values.map((value, index) => value * value + imaginary[index]! * imaginary[index]!);
}
