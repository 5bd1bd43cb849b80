import { compilePattern, type Pattern } from './pattern.js';

const pattern = (source: string) => compilePattern(source) as Pattern;
/** Patterns that take a backtracking engine time that doubles with every letter. */
const HOSTILE = ['(a+)+b', '(a|a)*b', '(a|aa)+b', '(.*a){20}b', '((a?){30})a{30}b', '([a-z]+)*[A-Z]'];

describe('patterns', () => {
  it.each([
    ['[A-Z]{2}\\d{4}', 'AB1234', true],
    ['[A-Z]{2}\\d{4}', 'AB12345', false],
    ['[A-Z]{2}\\d{4}', 'xAB1234', false],
    ['a|ab', 'ab', true],
    ['^\\p{L}+$', 'Zoë', true],
    ['(?i)yes', 'YES', true],
    ['.', '\u{1f600}', true],
    ['', '', true],
  ])('%s and %s: %s', (source, text, isMatch) => {
    expect(pattern(source).matches(text)).toBe(isMatch);
  });

  it.each(['[', '(', 'a**', '(a)\\1', '(?=a)a', '(?<=a)b', 'a{1001}', '((a{100}){100})', '\\'])(
    'is none: %s',
    (source) => {
      expect(compilePattern(source)).toEqual({ problem: expect.any(String) });
    },
  );

  it.each(HOSTILE)('takes no more than a few times as long for twice the text: %s', (source) => {
    const compiled = pattern(source);
    const fastest = (length: number) => {
      const text = 'a'.repeat(length);
      const times = Array.from({ length: 5 }, () => {
        const started = performance.now();
        expect(compiled.matches(text)).toBe(false);
        return performance.now() - started;
      });
      return Math.min(...times);
    };
    // Backtracking would multiply the time by 2^2000. A floor keeps times too short to measure from counting.
    expect(fastest(4_000) / Math.max(fastest(2_000), 0.5)).toBeLessThan(20);
  });

  it('counts the steps that each character may take', () => {
    expect(pattern('a{500}').instructions).toBeGreaterThan(500);
    expect(pattern('a').instructions).toBeLessThan(10);
  });
});
