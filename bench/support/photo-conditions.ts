import { type Random } from '../../scripts/mrz/random.js';
import { type PhotoOptions } from '../../scripts/mrz/render-passport.js';

/** How documents are photographed, by name. */
export type Conditions = Readonly<Record<string, (random: Random) => PhotoOptions>>;

/** A photo as people take them: slightly skewed, on some surface, in some light. */
export function photo(random: Random): PhotoOptions {
  return {
    background: random.pick(['desk', 'dark', 'white'] as const),
    skew: random.between(-3, 3),
    perspective: random.between(0, 0.04),
    noise: random.between(1, 5),
    unevenLight: random.between(0, 0.3),
    jpegQuality: 60 + random.below(35),
  };
}

export const CLEAN: Conditions = {
  'scan, any quarter turn': (random) => ({ rotate: 90 * random.below(4) }),
  'photo, any quarter turn': (random) => ({ ...photo(random), rotate: 90 * random.below(4) }),
};

export const DAMAGED: Conditions = {
  'skewed by 8 to 15°': (random) => ({
    ...photo(random),
    skew: random.pick([-1, 1]) * random.between(8, 15),
  }),
  'at an angle': (random) => ({ ...photo(random), perspective: random.between(0.06, 0.14) }),
  'blurred (1–2 px) and noisy': (random) => ({
    ...photo(random),
    blur: random.between(1, 2),
    noise: random.between(8, 16),
  }),
  'dim, lamp reflection, JPEG 45': (random) => ({
    ...photo(random),
    unevenLight: 0.55,
    glare: random.between(0.3, 0.8),
    jpegQuality: 45,
  }),
  'edge of a shadow across the page': (random) => ({ ...photo(random), shadow: random.between(0.4, 0.65) }),
  'seen from the side (height × 0.7–0.85 or 1.2–1.35)': (random) => ({
    ...photo(random),
    squeeze: random.chance(0.5) ? random.between(0.7, 0.85) : random.between(1.2, 1.35),
  }),
  'worn print (4–8 % rubbed off)': (random) => ({ ...photo(random), wear: random.between(0.04, 0.08) }),
  'faint (25 to 50 % contrast)': (random) => ({
    ...photo(random),
    contrast: random.between(0.25, 0.5),
  }),
  'a third of an image 1,000–1,300 px wide': (random) => ({
    ...photo(random),
    background: random.pick(['desk', 'dark'] as const),
    pageWidth: 340 + random.below(100),
    margin: 1,
    jpegQuality: 80,
  }),
  'page 640–820 px wide': (random) => ({
    ...photo(random),
    pageWidth: 640 + random.below(180),
    jpegQuality: 70,
  }),
};
