import { encodeTd3 } from '../../scripts/mrz/encode-td3.js';
import { closeTextReader } from '../../src/identity-documents/engines/text/text.engine.js';
import { readMrzFromImage } from '../support/mrz-image.js';
import { renderPassport, travellerPhoto } from '../support/passport-renderer.js';

afterAll(closeTextReader);

it.each(Array.from({ length: 24 }, (_, seed) => seed))(
  'reads the passport of traveller %d without a single wrong character',
  async (seed) => {
    const { passport, photo } = travellerPhoto(seed);
    const mrz = await readMrzFromImage(await renderPassport(passport, photo, seed), '2026-01-01');
    expect(mrz).toMatchObject({ accepted: true, lines: encodeTd3(passport) });
  },
);
