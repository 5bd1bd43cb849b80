import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { renderCard } from '../../scripts/mrz/render-card.js';
import { parseAamva } from '../../src/identity-documents/engines/barcode/aamva.js';
import { readBarcode } from '../../src/identity-documents/engines/barcode/barcode.engine.js';
import { type MrzReading } from '../../src/identity-documents/engines/mrz/mrz-reading.js';
import { mayBeEnhancedLicence } from '../../src/identity-documents/enhanced-licence.js';
import { compareNames } from '../../src/identity-documents/name-match.js';
import { factsOf } from '../../src/identity-verifications/domain/document-facts.js';
import { inspectDocument } from '../../src/pdf/inspection/inspect-document.js';
import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { cardBack } from '../support/card-back.js';
import { TODAY } from '../support/decision-inputs.js';
import { findingsOf, side } from '../support/document-findings.js';
import { greyImage, readMrzFromImage } from '../support/mrz-image.js';
import { renderPassport } from '../support/passport-renderer.js';

/**
 * Inputs that once failed, made after public reports. They are not part of the repository, so this reads them only if
 * COUNTERSIGN_REAL_INPUTS names a folder of them.
 */
const folder = process.env.COUNTERSIGN_REAL_INPUTS ?? '';

const textOf = (name: string) => readFileSync(join(folder, `${name}.txt`), 'latin1');

/** The zone, drawn on a page or card and read again. */
async function zoneOf(name: string, format: 'TD1' | 'TD3' | 'IDFRA'): Promise<MrzReading> {
  const lines = textOf(name)
    .split('\n')
    .filter((line) => line !== '');
  const photo =
    format === 'TD3' ? await renderPassport({ mrzLines: lines }) : await renderCard(format, lines);
  const zone = await readMrzFromImage(photo, TODAY);
  expect(zone).toMatchObject({ lines, accepted: true });
  return zone!;
}

const bytesOf = (name: string) => readFileSync(join(folder, `${name}.pdf`));

async function fateOf(name: string): Promise<string> {
  const found = await inspectDocument(bytesOf(name));
  return found.ok ? 'accepted' : found.code;
}

it('the folder is there if it is named', () => expect(folder === '' || existsSync(folder)).toBe(true));

(folder === '' ? describe.skip : describe)('files that once failed', () => {
  it.each(['hybrid', 'table-twice', 'offset-of-other-number', 'prefix-offsets', 'rebuilt-in-comment'])(
    'refuses what programs read differently: %s',
    async (name) => {
      expect(await fateOf(name)).toBe('document_ambiguous');
    },
  );

  it('accepts a sound file with offsets of eight bytes', async () => {
    expect(await fateOf('w8')).toBe('accepted');
  });

  it('never calls a sealed file unchanged whose halves disagree', async () => {
    const checked = await checkDocument({ pdf: bytesOf('sealed-then-changed-xrefstm'), authorities: '' });
    const verdict = checked.ok ? verdictOf(checked.facts, '2026-11-29T00:00:00.000Z') : checked.reason;
    expect(verdict).toMatch(/^(changed|unchecked|lost|damaged)$/);
  });

  it('takes usage rights out of what signers see', async () => {
    const found = await inspectDocument(bytesOf('16a-ur3'));
    if (!found.ok || found.kind === 'docx') throw new Error('it is refused');
    expect((await PDF.load(found.pdf!)).getCatalog().has('Perms')).toBe(false);
  });

  it.each([
    ['08a-xobject', 1],
    ['08b-xobject-matrix', 1],
    ['12a-userunit-tag', 1],
  ])('finds the tag in %s, of its usual width in points', async (name, count) => {
    const found = await inspectDocument(bytesOf(name));
    if (!found.ok || found.kind === 'docx') throw new Error('it is refused');
    expect(found.layout.tags).toHaveLength(count);
    const [{ box }] = found.layout.tags as [(typeof found.layout.tags)[0]];
    expect(box.width).toBeGreaterThan(100);
    expect(box.width).toBeLessThan(200);
  });

  it.each(['09a-owner-only', '09e-no-restriction'])('opens %s without a password', async (name) => {
    const found = await inspectDocument(bytesOf(name));
    if (!found.ok || found.kind === 'docx') throw new Error('it is refused');
    expect(found.changes.removed).toEqual(['encryption']);
    expect((await PDF.load(found.pdf!)).isEncrypted).toBe(false);
  });

  it('accepts a static XFA form without it, and refuses a dynamic one', async () => {
    const found = await inspectDocument(bytesOf('10a-static-xfa'));
    if (!found.ok || found.kind === 'docx') throw new Error('it is refused');
    expect(found.changes.removed).toContain('xfa');
    expect(await fateOf('10b-dynamic-xfa')).toBe('document_xfa_unsupported');
  });
});

(folder === '' ? describe.skip : describe)('documents that once failed', () => {
  it.each(['01a-ES-990101', '01b-IT-991231', '14-MDA'])(
    'takes no date for the expiry of %s',
    async (name) => {
      const { fields } = await zoneOf(name, 'TD1');
      expect(fields.expiryDate.date).toBeNull();
      expect(fields.birthDate.date).not.toBeNull();
    },
  );

  it('compares a name without a surname', async () => {
    const { fields } = await zoneOf('05a-IND', 'TD3');
    expect(fields).toMatchObject({ surname: '', givenNames: 'RAVI KUMAR' });
    expect(compareNames({ firstName: 'Ravi', lastName: 'Kumar' }, fields)).toBe(1);
  });

  it('reads given names after a second gap', async () => {
    const { fields } = await zoneOf('21-NGA', 'TD3');
    expect(fields).toMatchObject({ surname: 'OKAFOR', givenNames: 'CHIDI EMEKA' });
  });

  it('reads a French card of before 2021', async () => {
    const { fields } = await zoneOf('17-FRA', 'IDFRA');
    expect(fields).toMatchObject({
      surname: 'MARTIN',
      givenNames: 'SOPHIE JEANNE',
      documentNumber: '200175C00123',
      birthDate: { date: '1985-01-01' },
    });
  });

  it.each<[string, string, object]>([
    ['06-ontario', 'ON', { surname: 'TREMBLAY', givenNames: 'ANNE MARIE', expiryDate: '2029-04-15' }],
    ['07-mi-full', 'MI', { surname: 'DOE', givenNames: 'JANE ANN', expiryDate: '2030-06-01' }],
    [
      '19-tx-99999999',
      'TX',
      { surname: 'DOE', expiryDate: null, noExpiry: 'without_end', documentNumber: '123456789' },
    ],
  ])('reads the barcode %s, also as drawn', async (name, jurisdiction, fields) => {
    const right = { complete: true, jurisdiction, fields };
    expect(parseAamva(textOf(name))).toMatchObject(right);
    expect(await readBarcode(await greyImage(await cardBack(textOf(name))))).toMatchObject(right);
  });

  it('reads the stripe of British Columbia, which is never complete', () => {
    expect(parseAamva(textOf('11-bc'))).toMatchObject({
      complete: false,
      jurisdiction: 'BC',
      fields: { surname: 'DOE', givenNames: 'JANE ANN', documentNumber: '1234567', birthDate: '1985-04-15' },
    });
  });

  it('takes an enhanced licence for a licence', async () => {
    const mrz = await zoneOf('07-EDL', 'TD1');
    expect(mayBeEnhancedLicence(mrz)).toBe(true);
    const barcode = parseAamva(textOf('07-mi-full'));
    const back = side(findingsOf({}, {}, { mrz, barcode }));
    expect(factsOf({ front: null, back }).map(({ kinds }) => kinds)).toEqual([
      ['drivers_license', 'id_card'],
      ['drivers_license'],
    ]);
  });
});
