import { accentOf, contrastOf, judgeAccent, LEAST_CONTRAST, ON_DARK, ON_LIGHT } from './accent.policy.js';

const GROUNDS = {
  light: ['#faf8f4', '#ffffff', '#f1eee7'],
  dark: ['#171613', '#201f1b', '#26241f', '#3d3a33'],
};

describe('contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
  ])('computes the contrast of %s and %s as WCAG defines it', (one, other, contrast) => {
    expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
    expect(contrastOf(other, one)).toBeCloseTo(contrast, 2);
  });
});

describe('an accent', () => {
  it.each(['#000000', '#1a5fb4', '#0f6b3a', '#7a1fa2', '#a32626', '#5d574d', '#6b4e00'])(
    'keeps %s readable on every ground, and text on it, in both schemes',
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
    'refuses %s and suggests the nearest readable colour',
    (color) => {
      const verdict = judgeAccent(color);
      if (verdict.isReadable) throw new Error(`${color} is readable`);
      expect(verdict.contrast).toBeLessThan(LEAST_CONTRAST);
      expect(judgeAccent(verdict.nearest)).toMatchObject({ isReadable: true });
      // Not darker than necessary.
      expect(contrastOf(verdict.nearest, '#f1eee7')).toBeLessThan(LEAST_CONTRAST + 0.2);
      expect(accentOf(color)).toBeNull();
    },
  );

  it.each([null, '', 'red', '#FFF', '#12345', '#1234567', '#gggggg', '#000000;}'])(
    'does not take %j for an accent',
    (text) => {
      expect(accentOf(text)).toBeNull();
    },
  );
});
