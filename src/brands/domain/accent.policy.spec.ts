import { accentOf, contrastOf, judgeAccent, LEAST_CONTRAST, ON_DARK, ON_LIGHT } from './accent.policy.js';

const GROUNDS = {
  light: ['#faf8f4', '#ffffff', '#f1eee7'],
  dark: ['#171613', '#201f1b', '#26241f', '#3d3a33'],
};

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s and %s is as WCAG has it', (one, other, contrast) => {
    expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
    expect(contrastOf(other, one)).toBeCloseTo(contrast, 2);
  });
});

describe('an accent', () => {
  it.each(['#000000', '#1a5fb4', '#0f6b3a', '#7a1fa2', '#a32626', '#5d574d', '#6b4e00'])(
    '%s can be read on every ground, and text on it, in both schemes',
    (color) => {
      const accent = accentOf(color)!;
      for (const ground of GROUNDS.light)
        for (const shade of [accent.light, accent.lightStrong])
          expect(contrastOf(shade, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      for (const ground of GROUNDS.dark)
        for (const shade of [accent.dark, accent.darkStrong])
          expect(contrastOf(shade, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      expect(contrastOf(accent.light, ON_LIGHT)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      expect(contrastOf(accent.dark, ON_DARK)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    },
  );

  it.each(['#ffffff', '#ffcc00', '#00ff00', '#3584e4', '#ff7800', '#808080'])(
    '%s is refused, and the nearest that is not is named',
    (color) => {
      const verdict = judgeAccent(color);
      if (verdict.isReadable) throw new Error(`${color} is readable`);
      expect(verdict.contrast).toBeLessThan(LEAST_CONTRAST);
      expect(judgeAccent(verdict.nearest)).toMatchObject({ isReadable: true });
      // Not darker than it has to be.
      expect(contrastOf(verdict.nearest, '#f1eee7')).toBeLessThan(LEAST_CONTRAST + 0.2);
      expect(accentOf(color)).toBeNull();
    },
  );

  it.each([null, '', 'red', '#FFF', '#12345', '#1234567', '#gggggg', '#000000;}'])('is not %j', (text) => {
    expect(accentOf(text)).toBeNull();
  });
});
