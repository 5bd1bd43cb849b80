import { type PassportContent } from '../../scripts/mrz/render-passport.js';
import { type MrzReading } from '../../src/identity-documents/engines/mrz/mrz-reading.js';
import { closeTextReader } from '../../src/identity-documents/engines/text/text.engine.js';
import { readMrzFromImage } from '../support/mrz-image.js';
import { renderPassport } from '../support/passport-renderer.js';

const UPPER = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const LOWER = 'L898902C36UTO7408122F3804151ZE184226B<<<<<16';

afterAll(closeTextReader);

const read = async (content: Partial<PassportContent>): Promise<MrzReading | null> =>
  readMrzFromImage(await renderPassport(content, { background: 'desk' }, 1), '2026-01-01');

it.each([
  ['the expiry', 21, '4'],
  ['the birth date', 14, '9'],
  ['the number', 3, '1'],
  ['a check digit', 27, '0'],
])('does not accept an altered document: %s', async (_, column, digit) => {
  const altered = LOWER.slice(0, column) + digit + LOWER.slice(column + 1);
  const mrz = await read({ mrzLines: [UPPER, altered] });
  expect(mrz).toMatchObject({ accepted: false, substitutions: [], lines: [UPPER, altered] });
  expect(mrz!.doubts).toContain('check_digit');
});

it.each(['documentNumber', 'birthDate', 'expiryDate', 'personalNumber', 'composite'] as const)(
  'does not accept a broken check digit: %s',
  async (breakCheckDigit) => {
    const mrz = await read({ breakCheckDigit });
    expect(mrz).toMatchObject({ accepted: false, contradictory: true });
    expect(mrz!.checkDigits[breakCheckDigit]).toBe(false);
  },
);
