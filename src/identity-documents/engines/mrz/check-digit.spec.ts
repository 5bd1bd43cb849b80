import { checkDigit } from './check-digit.js';

describe('check digit', () => {
  it.each([
    // ICAO 9303-3 §4.9, examples 1 to 3, and 9303-4 appendix A.
    ['520727', 3],
    ['AB2134<<<', 5],
    ['HA672242<658022549601086<<<<<<<<<<<<<<0', 8],
    ['L898902C3', 6],
    ['740812', 2],
    ['120415', 9],
    ['ZE184226B<<<<<', 1],
    ['L898902C3674081221204159ZE184226B<<<<<1', 0],
    ['', 0],
    ['<<<<<<<<<<<<<<', 0],
  ])('computes the check digit of %s as %d', (text, digit) => {
    expect(checkDigit(text)).toBe(digit);
  });

  it.each(['a', ' ', 'É', '-'])('throws on the character %j', (text) => {
    expect(() => checkDigit(text)).toThrow(RangeError);
  });

  it('changes the check digit with every digit', () => {
    for (let digit = 1; digit < 10; digit++) {
      expect(checkDigit(`52072${digit}`)).not.toBe(checkDigit('520720'));
      expect(checkDigit(`${digit}20720`)).not.toBe(checkDigit('020720'));
    }
  });
});
