import { PDF, PdfString } from '@libpdf/core';
import { textPdf } from '../../../test/support/pdf-samples.js';
import { newSealingKey } from '../../../test/support/sealing-keys.js';
import { changedAfterwards } from '../../../test/support/signed-pdfs.js';
import { fieldNamed, markPlaces, stampsAt } from '../../../test/support/signed-uploads.js';
import { type SealingKey } from '../../pdf-signatures/sealing-key.port.js';
import { signDetached } from '../../pdf-signatures/sign-detached.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { sealDocument } from '../signing/seal-document.js';
import { inspectDocument } from './inspect-document.js';

const SEAL = { name: 'Acme', reason: 'Sealed', at: '2026-03-12T10:00:00.000Z' };
const MARK = 'Countersign-Field1';

let key: SealingKey;
let sealed: Buffer;

beforeAll(async () => {
  key = await newSealingKey('p256');
  const details = { ...stampsAt(markPlaces('signature'), 'fast'), carriesSignatures: false };
  const signers = details.signers.map((signer) => ({
    ...signer,
    mark: { kind: 'typed' as const, text: 'A. E.' },
  }));
  const done = await sealDocument(await textPdf(), { ...details, signers }, SEAL, (digest) =>
    signDetached(digest, key),
  );
  sealed = Buffer.from(done.pdf);
});

/** What becomes of an upload where certificates of this service are these. */
async function fate(pdf: Buffer, own: Uint8Array[]): Promise<string> {
  const hashes = own.map((certificate) => sha256(Buffer.from(certificate)).toString('hex'));
  const found = await inspectDocument(pdf, (question) =>
    Promise.resolve(typeof question === 'object' && !Array.isArray(question) ? hashes : []),
  );
  return found.ok ? 'accepted' : found.code;
}

describe('marks in a document that is sent again', () => {
  it('are believed as this service sealed them', async () => {
    expect(
      (await PDF.load(sealed))
        .getForm()
        ?.getFields()
        .map(({ name }) => name),
    ).toContain(MARK);
    expect(await fate(sealed, [key.certificate])).toBe('accepted');
  });

  it('are not believed because of their names', async () => {
    const other = await newSealingKey('p256');
    expect(await fate(sealed, [])).toBe('document_field_contradicts');
    expect(await fate(sealed, [other.certificate])).toBe('document_field_contradicts');
  });

  it('are not believed once they changed', async () => {
    const changed = await changedAfterwards(sealed, (pdf) =>
      fieldNamed(pdf, MARK).set('V', PdfString.fromString('Rent: 9000')),
    );
    expect(await fate(changed, [key.certificate])).toBe('document_field_contradicts');
  });
});
