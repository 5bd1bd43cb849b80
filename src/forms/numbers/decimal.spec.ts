import { Random } from '../../../scripts/mrz/random.js';
import {
  add,
  compareDecimals,
  type Decimal,
  decimalsOf,
  decimalText,
  divide,
  isStep,
  multiply,
  negate,
  roundTo,
  toDecimal,
} from './decimal.js';

const decimal = (text: string) => toDecimal(text)!;

/** An exact fraction with a positive denominator: no digits, no rounding, no exponents. */
interface Ratio {
  over: bigint;
  under: bigint;
}

function ratioOf(text: string): Ratio {
  const [whole, fraction = ''] = text.split('.');
  return { over: BigInt(`${whole}${fraction}`), under: 10n ** BigInt(fraction.length) };
}

const OPERATIONS: Record<string, (a: Ratio, b: Ratio) => Ratio> = {
  add: (a, b) => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under }),
  multiply: (a, b) => ({ over: a.over * b.over, under: a.under * b.under }),
  divide: (a, b) => {
    const sign = b.over < 0n ? -1n : 1n;
    return { over: sign * a.over * b.under, under: sign * a.under * b.over };
  },
};

/**
 * The decimal of 34 digits nearest to the fraction, by searching: of the two whole multiples of a power of ten around it,
 * the nearer, or the even one.
 */
function nearest({ over, under }: Ratio): string {
  if (over < 0n) return `-${nearest({ over: -over, under })}`;
  let places = 0;
  while (over * 10n ** BigInt(places) < under * 10n ** 33n && places < 200) places += 1;
  let zeros = 0;
  while (over >= under * 10n ** BigInt(34 + zeros)) zeros += 1;
  const [top, bottom] = [over * 10n ** BigInt(places), under * 10n ** BigInt(zeros)];
  const below = top / bottom;
  const [toBelow, toAbove] = [top - below * bottom, (below + 1n) * bottom - top];
  const isUp = toBelow > toAbove || (toBelow === toAbove && below % 2n === 1n);
  const digits = ((isUp ? below + 1n : below) * 10n ** BigInt(zeros)).toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function randomNumber(random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('');
  const places = random.below(12);
  const whole = `${1 + random.below(9)}${digits(random.below(20))}`;
  // Fives and zeros at the end make halves, which have to be rounded to even.
  const fraction = places === 0 ? '' : `.${digits(places)}${random.pick(['5', '50', '05', ''])}`;
  return `${random.chance(0.4) ? '-' : ''}${random.chance(0.2) ? '0' : whole}${fraction}`;
}

describe('decimal numbers', () => {
  it.each([
    ['1234.50', '1234.5'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['007', '7'],
    ['1000', '1000'],
    ['10.50', '10.5'],
    ['1000.00', '1000'],
    ['0.001', '0.001'],
    ['-12.340', '-12.34'],
    [`${'9'.repeat(34)}`, '9'.repeat(34)],
    [`0.${'0'.repeat(33)}1`, `0.${'0'.repeat(33)}1`],
  ])('spells %s as %s', (text, spelling) => {
    expect(decimalText(decimal(text))).toBe(spelling);
  });

  it.each([
    '',
    '.',
    '1.',
    '.5',
    '+1',
    '1e3',
    '1,5',
    ' 1',
    '--1',
    'NaN',
    '١',
    '1'.repeat(35),
    `1.${'1'.repeat(34)}`,
    `1${'0'.repeat(34)}.0`,
  ])('reads no number from %j', (text) => {
    expect(toDecimal(text)).toBeNull();
  });

  it('refuses long texts before it looks at them', () => {
    const zeros = '0'.repeat(1_000_000);
    expect([`${zeros}1`, `1${zeros}`, `0.${zeros}1`].map(toDecimal)).toEqual([null, null, null]);
  });

  it('computes the same as fractions of whole numbers', () => {
    const random = new Random(33);
    const operations = { add, multiply, divide };
    for (let round = 0; round < 20_000; round++) {
      const [a, b] = [randomNumber(random), randomNumber(random)];
      const name = random.pick(['add', 'multiply', 'divide'] as const);
      if (name === 'divide' && /^-?[0.]+$/.test(b)) continue;
      const exact = OPERATIONS[name]!(ratioOf(a), ratioOf(b));
      const expected = exact.over === 0n ? '0' : nearest(exact);
      const found = operations[name](decimal(a), decimal(b));
      if (decimalText(found!) !== expected) expect([name, a, b, decimalText(found!)]).toBe(expected);
    }
  });

  it('compares as fractions do', () => {
    const random = new Random(34);
    for (let round = 0; round < 5_000; round++) {
      const a = randomNumber(random);
      const b = random.chance(0.3) ? `${a}${a.includes('.') ? '0' : '.0'}` : randomNumber(random);
      const [left, right] = [ratioOf(a), ratioOf(b)];
      const difference = left.over * right.under - right.over * left.under;
      expect(Math.sign(compareDecimals(decimal(a), decimal(b)))).toBe(
        difference === 0n ? 0 : difference < 0n ? -1 : 1,
      );
    }
  });

  it.each([
    ['2.5', 0, '2'],
    ['3.5', 0, '4'],
    ['-2.5', 0, '-2'],
    ['0.125', 2, '0.12'],
    ['0.1250001', 2, '0.13'],
    ['0.4', 0, '0'],
    ['12', 2, '12'],
  ])('rounds %s to %i decimals: %s', (text, decimals, rounded) => {
    expect(decimalText(roundTo(decimal(text), decimals))).toBe(rounded);
  });

  it('has no result for a division by zero, nor for a number that is too large', () => {
    expect(divide(decimal('1'), decimal('0'))).toBeNull();
    let value: Decimal | null = decimal('9'.repeat(34));
    expect(multiply(value, value)).not.toBeNull();
    value = multiply(multiply(value, value)!, value);
    expect(value).toBeNull();
  });

  it('takes a fraction that is too small for zero', () => {
    let value: Decimal = decimal(`0.${'0'.repeat(33)}1`);
    for (let round = 0; round < 3; round++) value = multiply(value, value)!;
    expect(decimalText(value)).toBe('0');
  });

  it.each([
    ['0.3', '0', '0.1', true],
    ['0.35', '0', '0.1', false],
    ['1.25', '0.25', '0.5', true],
    ['-3', '0', '1.5', true],
    ['4', '0', '1.5', false],
  ])('%s is a step of %s from %s: %s', (value, base, step, isOne) => {
    expect(isStep(decimal(value), decimal(base), decimal(step))).toBe(isOne);
  });

  it('counts decimals without superfluous zeros', () => {
    expect([
      decimalsOf(decimal('1.250')),
      decimalsOf(decimal('100')),
      decimalsOf(negate(decimal('0.5'))),
    ]).toEqual([2, 0, 1]);
  });
});
