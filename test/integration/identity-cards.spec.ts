import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filmPortrait } from '../../scripts/liveness/camera-film.js';
import { encodeMrz } from '../../scripts/mrz/encode-mrz.js';
import { type PassportPerson } from '../../scripts/mrz/encode-td3.js';
import { renderCard } from '../../scripts/mrz/render-card.js';
import { identityCardFields, renderCardFront } from '../../scripts/mrz/render-card-front.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { aamvaText } from '../support/aamva-text.js';
import { type SharedTestApp, sharedTestApp, startTestApp, type TestOrganization } from '../support/app.js';
import { cardBack } from '../support/card-back.js';
import { inDepth } from '../support/in-depth.js';
import { beginVerification, NOTHING_READ, type TestVerification } from '../support/verifications.js';

const HEIC = join(PROJECT_ROOT, 'test/fixtures/passport.heic');
const PHOTO = { pageWidth: 1_200, background: 'desk' } as const;

/** The front printed for the holder of the fictitious licence in `aamva-text.ts`. */
const LICENCE_PRINT = [
  ['1', 'PUBLIC'],
  ['2', 'JANE QUINCY'],
  ['3 DOB', '01/31/1986'],
  ['4b EXP', '01/31/2030'],
  ['4d DL', 'D12345678'],
] as const;

const HOLDER: PassportPerson = {
  surname: 'Lindqvist',
  givenNames: 'Søren',
  number: 'A61K7239F',
  state: 'SWE',
  nationality: 'SWE',
  birthDate: '1981-06-14',
  sex: 'M',
  expiryDate: '2033-02-09',
  personalNumber: '',
};

describe('two-sided cards in the hosted flow', () => {
  let app: SharedTestApp;
  let acme: TestOrganization;
  let portrait: Buffer;

  beforeAll(async () => {
    app = await sharedTestApp();
    acme = await app.createOrganization();
    portrait = await filmPortrait();
  });

  const front = (title: string, fields: readonly (readonly [string, string])[]) =>
    renderCardFront({ title, fields, portrait }, PHOTO);

  /** The heading of the page that follows each side. */
  async function send(session: TestVerification, country: string, sides: Buffer[]): Promise<string[]> {
    const { person } = session;
    await person.agree();
    const { documentType } = await session.read();
    await person.post('/document-type', { documentType, country });
    const headings: string[] = [];
    for (const [at, photo] of sides.entries()) {
      await person.upload(at === 0 ? 'front' : 'back', photo);
      headings.push((await person.afterChecking()).heading);
    }
    return headings;
  }

  test('approves a driving licence with a barcode', async () => {
    const holder = { documentType: 'drivers_license', firstName: 'Jane', lastName: 'Public' };
    const session = await beginVerification(app, acme, holder);
    const sides = [await front('DRIVER LICENSE', LICENCE_PRINT), await cardBack(aamvaText())];
    const headings = await send(session, 'US', sides);
    expect(headings).toEqual([expect.stringContaining('back'), 'Your identity is confirmed']);
    expect((await session.report()).body).toMatchObject({
      result: 'approved',
      documentType: 'drivers_license',
      extractedData: {
        lastName: 'PUBLIC',
        dateOfBirth: '1986-01-31',
        documentNumber: 'D12345678',
        expiryDate: '2030-01-31',
        issuingCountry: 'USA',
      },
    });
  });

  inDepth('sends a driving licence to a reviewer if its front names another holder', async () => {
    const holder = { documentType: 'drivers_license', firstName: 'Jane', lastName: 'Public' };
    const session = await beginVerification(app, acme, holder);
    const print = LICENCE_PRINT.map(
      ([label, value]) => [label, value === 'PUBLIC' ? 'MEADOW' : value] as const,
    );
    await send(session, 'US', [await front('DRIVER LICENSE', print), await cardBack(aamvaText())]);
    expect((await session.report()).body.result).toBe('manual_review');
  });

  inDepth('approves an identity card with a machine-readable zone', async () => {
    const holder = { documentType: 'id_card', firstName: 'Soren', lastName: 'Lindqvist' };
    const session = await beginVerification(app, acme, holder);
    const sides = [
      await front('IDENTITY CARD', identityCardFields(HOLDER)),
      await renderCard('TD1', encodeMrz('TD1', HOLDER), PHOTO),
    ];
    const headings = await send(session, 'SE', sides);
    expect(headings).toEqual([expect.stringContaining('back'), 'Your identity is confirmed']);
    expect((await session.report()).body).toMatchObject({
      result: 'approved',
      extractedData: { documentNumber: 'A61K7239F', expiryDate: '2033-02-09', issuingCountry: 'SWE' },
    });
  });

  inDepth('never approves the back of another person’s card', async () => {
    const holder = { documentType: 'id_card', firstName: 'Soren', lastName: 'Lindqvist' };
    const session = await beginVerification(app, acme, holder);
    const other = { ...HOLDER, surname: 'Bauer', givenNames: 'Olga', number: 'B20774913' };
    const sides = [
      await front('IDENTITY CARD', identityCardFields(HOLDER)),
      await renderCard('TD1', encodeMrz('TD1', other), PHOTO),
    ];
    await send(session, 'SE', sides);
    expect((await session.report()).body.result).toBe('manual_review');
  });

  inDepth('sends a European driving licence, which has nothing machine-readable, to a reviewer', async () => {
    const holder = { documentType: 'drivers_license', firstName: 'Jane', lastName: 'Public' };
    const session = await beginVerification(app, acme, holder);
    const print = [
      ['1.', 'PUBLIC'],
      ['2.', 'JANE'],
      ['3.', '31.01.1986 DUBLIN'],
      ['4a.', '24.08.2024'],
      ['5.', '0774913882'],
    ] as const;
    const categories = [
      ['9.   10.   11.   12.', 'AM 24.08.2004 23.08.2034'],
      ['Categories', 'B 24.08.2004 23.08.2034'],
      ['Codes', 'B1 24.08.2004 23.08.2034 01.06'],
    ] as const;
    const sides = [await front('DRIVING LICENCE', print), await front('IRELAND EIRE', categories)];
    await send(session, 'IE', sides);
    expect((await session.report()).body).toMatchObject({
      result: 'manual_review',
      extractedData: {
        ...NOTHING_READ,
        lastName: 'PUBLIC',
        firstName: 'JANE',
        dateOfBirth: '1986-01-31',
        documentNumber: '0774913882',
      },
      reasons: expect.arrayContaining(['document_unreadable']),
      checks: expect.arrayContaining([expect.objectContaining({ id: 'printed_text', outcome: 'uncertain' })]),
    });
  });
});

inDepth('reads a photo in the format of an iPhone', async () => {
  const app = await startTestApp();
  try {
    const session = await beginVerification(app, await app.createOrganization());
    await session.person.agree();
    await session.person.upload('front', await readFile(HEIC), 'image/heic');
    expect((await session.person.afterChecking()).heading).toBe('Your identity is confirmed');
  } finally {
    await app.close();
  }
});
