import { Random } from '../../../../scripts/mrz/random.js';
import { createFftPlan, powerSpectrum } from './fft.js';

const SIZE = 8;

/** The transform by its definition, term by term. */
function slowPower(values: Float64Array, u: number, v: number): number {
  let [real, imaginary] = [0, 0];
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const angle = (-2 * Math.PI * (u * x + v * y)) / SIZE;
      real += values[y * SIZE + x]! * Math.cos(angle);
      imaginary += values[y * SIZE + x]! * Math.sin(angle);
    }
  return real * real + imaginary * imaginary;
}

test('computes the power of every frequency as defined', () => {
  const random = new Random(5);
  const values = Float64Array.from({ length: SIZE * SIZE }, () => random.between(-1, 1));
  const power = powerSpectrum(createFftPlan(SIZE), values);
  for (let v = 0; v < SIZE; v++)
    for (let u = 0; u < SIZE; u++) expect(power[v * SIZE + u]).toBeCloseTo(slowPower(values, u, v), 8);
});
