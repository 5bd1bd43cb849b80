import { Random } from '../../scripts/mrz/random.js';
import { randomPerson } from '../../scripts/mrz/random-person.js';
import {
  type PassportContent,
  type PhotoOptions,
  renderPassport as render,
} from '../../scripts/mrz/render-passport.js';
import { oncePerRun } from './run-cache.js';

/** Enough for the reader, and rendered and read in half the time of a phone's full photo. */
const TEST_PAGE_WIDTH = 1400;

/**
 * Renders a passport page, visibly a specimen. Defaults: Anna Maria Eriksson of UTO, born 1974-08-12,
 * document L898902C3, valid until 2038-04-15, all check digits correct.
 *
 * To alter it, use `breakCheckDigit`, `mrzLines` or `withoutMrz` in `content`, and rotation, blur, noise and
 * so on in `options`. The same arguments and seed give the same bytes.
 */
export function renderPassport(
  content: Partial<PassportContent> = {},
  options: PhotoOptions = {},
  seed = 1,
): Promise<Buffer> {
  const photo = { pageWidth: TEST_PAGE_WIDTH, ...options };
  return oncePerRun(['scripts/mrz'], ['passport', content, photo, seed], () => render(content, photo, seed));
}

/** A fictitious traveller's passport and how it is photographed; each seed gives another one. */
export function travellerPhoto(seed: number): { passport: PassportContent; photo: PhotoOptions } {
  const random = new Random(400 + seed);
  const photo: PhotoOptions = {
    rotate: 90 * (seed % 4),
    skew: random.between(-4, 4),
    perspective: random.between(0, 0.06),
    noise: random.between(0, 6),
    background: random.pick(['desk', 'dark', 'white']),
    pageWidth: 900 + random.below(300),
    jpegQuality: 60 + random.below(35),
  };
  return { passport: randomPerson(new Random(seed)) as PassportContent, photo };
}
