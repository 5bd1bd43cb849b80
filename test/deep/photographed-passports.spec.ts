import sharp, { type Sharp } from 'sharp';
import { type PhotoOptions } from '../../scripts/mrz/render-passport.js';
import { closeTextReader } from '../../src/identity-documents/engines/text/text.engine.js';
import { readMrzFromImage } from '../support/mrz-image.js';
import { renderPassport } from '../support/passport-renderer.js';

const LINES = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F3804151ZE184226B<<<<<16',
];

afterAll(closeTextReader);

it.each<[string, PhotoOptions]>([
  ['upright', { background: 'desk' }],
  ['rotated by 180°', { rotate: 180, background: 'desk' }],
  ['rotated by 270°', { rotate: 270, background: 'desk' }],
  ['with noise', { noise: 14, jpegQuality: 50 }],
  ['with a reflection', { glare: 0.7 }],
  ['skewed by 5°', { skew: 5, background: 'dark' }],
  ['skewed by -8°', { skew: -8 }],
  ['blurred', { blur: 1.5 }],
  ['in uneven light', { unevenLight: 0.55, background: 'white' }],
  ['small', { pageWidth: 700 }],
])('reads a passport %s', async (_, options) => {
  const mrz = await readMrzFromImage(await renderPassport({}, options, 3), '2026-01-01');
  expect(mrz).toMatchObject({ accepted: true, lines: LINES });
});

it.each<[string, (page: Sharp) => Sharp]>([
  ['PNG', (page) => page.png()],
  ['WebP', (page) => page.webp()],
  ['greyscale', (page) => page.grayscale().png()],
  ['CMYK', (page) => page.toColourspace('cmyk').jpeg()],
])('reads a passport in %s', async (_, convert) => {
  const page = sharp(await renderPassport({}, { format: 'png' }));
  const mrz = await readMrzFromImage(await convert(page).toBuffer(), '2026-01-01');
  expect(mrz).toMatchObject({ accepted: true, lines: LINES });
});
