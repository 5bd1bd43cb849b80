import { decimalText, toDecimal } from '../numbers/decimal.js';
import { computeFormula, NoResult } from './compute-formula.js';
import { fieldsIn, FormulaError, parseFormula } from './parse-formula.js';

/** The result, with `rent` 1200, `fee` 99.95, `zero` 0, `big` of 34 nines, and every other field empty. */
function result(formula: string): string | null {
  const numbers: Record<string, string> = { rent: '1200', fee: '99.95', zero: '0', big: '9'.repeat(34) };
  const value = computeFormula(parseFormula(formula), (key) => toDecimal(numbers[key] ?? ''));
  return value && decimalText(value);
}

describe('formulas', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['10 - 4 - 3', '3'],
    ['100 / 10 / 5', '2'],
    ['10 - (4 - 3)', '9'],
    ['-2 * -3', '6'],
    ['--2', '2'],
    ['2 - -3', '5'],
    ['rent*12', '14400'],
    ['0.1 + 0.2', '0.3'],
    ['1 / 3', `0.${'3'.repeat(34)}`],
    ['2 / 3', `0.${'6'.repeat(33)}7`],
    ['1 / 3 * 3', `0.${'9'.repeat(34)}`],
    ['sum(rent, fee)', '1299.95'],
    ['sum(rent, nothing, fee)', '1299.95'],
    ['sum(nothing, nothing)', '0'],
    ['min(rent, fee, 500)', '99.95'],
    ['max(rent, nothing)', '1200'],
    ['round(2.5, 0)', '2'],
    ['round(rent * 0.19 / 7, 2)', '32.57'],
    ['round(-0.125, 2)', '-0.12'],
    ['if(rent > 1000, rent * 0.9, rent)', '1080'],
    ['if(rent <> 1200, 1, 2)', '2'],
    ['if(rent = 1200.00, 1, 2)', '1'],
    ['if(nothing > 0, 1, 2)', '2'],
    ['if(nothing <> 0, 1, 2)', '1'],
    ['if(nothing = nothing, 1, 2)', '2'],
    ['if(zero = 0, 0, rent / zero)', '0'],
    ['if (rent>=1200 , if(fee<=99.95, 1, 2), 3)', '1'],
  ])('%s is %s', (formula, expected) => {
    expect(result(formula)).toBe(expected);
  });

  it.each([
    ['nothing + 1'],
    ['nothing / zero'],
    ['rent * nothing'],
    ['-nothing'],
    ['round(nothing, 2)'],
    ['min(nothing)'],
  ])('%s is empty', (formula) => {
    expect(result(formula)).toBeNull();
  });

  it.each([
    ['rent / zero', 'division_by_zero'],
    ['rent / (fee - fee)', 'division_by_zero'],
    ['sum(rent, fee / zero)', 'division_by_zero'],
    ['big * big * big', 'too_large'],
    ['nothing + big * big * big', 'too_large'],
  ])('%s has no result: %s', (formula, reason) => {
    expect(() => result(formula)).toThrow(new NoResult(reason as NoResult['reason']));
  });

  it.each([
    ['', 1],
    ['1 +', 4],
    ['1 2', 3],
    ['rent fee', 6],
    ['(1', 3],
    ['1)', 2],
    ['foo(1)', 1],
    ['1 + foo(1)', 5],
    ['sum()', 5],
    ['sum(1,)', 7],
    ['round(1)', 8],
    ['round(1, 21)', 10],
    ['round(1, 1.5)', 10],
    ['round(1, rent)', 10],
    ['if(rent, 1, 2)', 8],
    ['if(1 > 2, 1)', 12],
    ['if(1 > 2 > 3, 1, 2)', 10],
    ['1 > 2', 3],
    ['Rent', 1],
    ['2 × 3', 3],
    ['1.', 2],
    ['.5', 1],
    ['1e3', 2],
    ['1,5', 2],
    ['  ; 1', 3],
    ['9'.repeat(35), 1],
    [`${'('.repeat(21)}1${')'.repeat(21)}`, 21],
    [`${'-'.repeat(21)}1`, 21],
  ])('%s is wrong at character %i', (formula, position) => {
    let found: unknown;
    try {
      parseFormula(formula);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(FormulaError);
    expect((found as FormulaError).position).toBe(position);
  });

  it('names the fields in it', () => {
    expect(fieldsIn(parseFormula('if(a > round(-b, 2), sum(c, 1), d * a)'))).toMatchObject([
      { key: 'a', position: 4 },
      { key: 'b', position: 15 },
      { key: 'c', position: 26 },
      { key: 'd', position: 33 },
      { key: 'a', position: 37 },
    ]);
  });

  it('reads the longest formula of terms', () => {
    expect(result(Array.from({ length: 500 }, () => '1').join('+'))).toBe('500');
  });
});
