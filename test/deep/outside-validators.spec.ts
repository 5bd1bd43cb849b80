import { PDF } from '@libpdf/core';
import {
  prepareDocument,
  sealDocument,
  sealPrepared,
  signPrepared,
} from '../../src/pdf/signing/seal-document.js';
import { type SealingKey } from '../../src/pdf-signatures/sealing-key.port.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { compressedPdf, inheritingPdf, textPdf } from '../support/pdf-samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { wordsFor } from '../support/stamp-words.js';
import { mutoolAccepts, opensslAccepts, pdfsig, qpdfAccepts } from '../support/validators.js';

const STAMPS = {
  words: wordsFor(1),
  documentName: 'Lease of the mill',
  documentSha256: 'ab'.repeat(32),
  signers: [
    {
      name: 'Jane Doe',
      email: 'jane@example.com',
      signedAt: '2026-03-01T09:30:05.123Z',
      type: 'fast',
      method: 'Signed with a click, through a personal link',
      mark: { kind: 'typed', text: 'Jane Doe' },
    } as const,
  ],
  places: [],
  carriesSignatures: false,
};
const SEAL = { name: 'Acme', reason: 'Sealed by Acme', at: '2026-03-02T10:00:00.000Z' };

async function seal(original: Buffer, key: SealingKey): Promise<Buffer> {
  const { pdf } = await sealDocument(original, STAMPS, SEAL, (digest) => signDetached(digest, key));
  return Buffer.from(pdf);
}

/** A document signed by two signers with their own keys, one after the other, and sealed by the organization. */
async function signAndSeal(original: Buffer, keys: SealingKey[]): Promise<Buffer> {
  const [first] = STAMPS.signers;
  const details = { ...STAMPS, signers: [first!, { ...first!, name: 'Zoë Żółć', email: 'zoe@example.com' }] };
  let { pdf } = await prepareDocument(original, details);
  for (const signer of details.signers.keys()) {
    const signing = { ...SEAL, name: details.signers[signer]!.name, reason: 'Agreed', signer };
    ({ pdf } = await signPrepared(pdf, details, signing, (digest) => signDetached(digest, keys[signer]!)));
  }
  ({ pdf } = await sealPrepared(pdf, SEAL, (digest) => signDetached(digest, keys[2]!)));
  return Buffer.from(pdf);
}

async function withPageAdded(sealed: Buffer): Promise<Buffer> {
  const pdf = await PDF.load(sealed);
  pdf.addPage().drawText('An addendum', { x: 50, y: 50 });
  return Buffer.from(await pdf.save({ incremental: true }));
}

const VALID = 'Signature is Valid.';

describe.each(['p256', 'rsa3072'] as const)('a seal with a %s key in other tools', (type) => {
  let key: SealingKey;

  beforeAll(async () => {
    key = await newSealingKey(type);
  });

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a cross-reference table', () => textPdf(3)],
    ['object streams', () => compressedPdf(2)],
    ['inherited pages', inheritingPdf],
  ])('other tools accept the seal on a document with %s', async (_, original) => {
    const sealed = await seal(await original(), key);
    expect(pdfsig(sealed)).toEqual([
      {
        signer: 'Acme document seal',
        kind: 'ETSI.CAdES.detached',
        verdict: 'Signature is Valid.',
        coversAll: true,
      },
    ]);
    expect(await opensslAccepts(sealed, key.chain.at(-1)!)).toEqual([true]);
    expect(qpdfAccepts(sealed)).toBe(true);
    expect(mutoolAccepts(sealed)).toBe(true);
  });

  test('one changed byte before or after the seal invalidates it', async () => {
    const sealed = await seal(await textPdf(), key);
    const authority = key.chain.at(-1)!;
    for (const place of ['This is page 1', '/Reason', 'startxref']) {
      const changed = Buffer.from(sealed);
      const at = changed.lastIndexOf(place) + 2;
      changed[at] = changed[at]! ^ 1;
      expect(await opensslAccepts(changed, authority)).not.toEqual([true]);
      expect(pdfsig(changed).every(({ verdict }) => verdict !== 'Signature is Valid.')).toBe(true);
    }
  });

  test('the seal does not cover a page that was added afterwards', async () => {
    const [found, ...more] = pdfsig(await withPageAdded(await seal(await textPdf(), key)));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ signer: 'Acme document seal', coversAll: false });
  });
});

describe.each(['p256', 'rsa3072'] as const)('signers’ own signatures under a seal with a %s key', (type) => {
  let keys: SealingKey[];
  let sealed: Buffer;

  beforeAll(async () => {
    keys = [await newSealingKey('p256'), await newSealingKey('p256'), await newSealingKey(type)];
    sealed = await signAndSeal(await compressedPdf(2), keys);
  });

  test('other tools accept all signatures, each under its own authority only', async () => {
    const found = pdfsig(sealed);
    expect(found.map(({ verdict }) => verdict)).toEqual([VALID, VALID, VALID]);
    expect(found.map(({ coversAll }) => coversAll)).toEqual([false, false, true]);
    for (const [index, { chain }] of keys.entries()) {
      const own = keys.map((_, at) => at === index);
      expect(await opensslAccepts(sealed, chain.at(-1)!)).toEqual(own);
    }
    expect(qpdfAccepts(sealed)).toBe(true);
    expect(mutoolAccepts(sealed)).toBe(true);
  });

  test('one changed byte invalidates the signatures, and they do not cover additions', async () => {
    const changed = Buffer.from(sealed);
    const at = changed.indexOf('endobj') - 8;
    changed[at] = changed[at]! ^ 1;
    expect(pdfsig(changed).filter(({ verdict }) => verdict === VALID)).toEqual([]);
    for (const { chain } of keys) expect(await opensslAccepts(changed, chain.at(-1)!)).not.toContain(true);
    expect(pdfsig(await withPageAdded(sealed)).some(({ coversAll }) => coversAll)).toBe(false);
  });
});
