import { type SealingKey } from '../../src/sealing/sealing-key.port.js';
import { signDetached } from '../../src/sealing/detached-signature.js';
import { sealDocument } from '../../src/signatures/documents/seal-document.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { compressedPdf, inheritingPdf, textPdf } from '../support/pdf-samples.js';
import { mutoolAccepts, opensslAccepts, pdfsig, qpdfAccepts } from '../support/validators.js';

const STAMPS = {
  requestTitle: 'Lease of the mill',
  documentSha256: 'ab'.repeat(32),
  signers: [
    {
      name: 'Jane Doe',
      email: 'jane@example.com',
      signedAt: '2026-03-01T09:30:05.123Z',
      type: 'fast',
      method: 'Signed by a click, from a personal link',
      mark: { kind: 'typed', text: 'Jane Doe' },
    } as const,
  ],
  places: [],
};
const SEAL = { name: 'Acme', reason: 'Sealed by Acme', at: '2026-03-02T10:00:00.000Z' };

async function seal(original: Buffer, key: SealingKey): Promise<Buffer> {
  const { pdf } = await sealDocument(original, STAMPS, SEAL, (digest) => signDetached(digest, key));
  return Buffer.from(pdf);
}

describe.each(['p256', 'rsa3072'] as const)('a seal with a key of the kind %s, to others', (type) => {
  let key: SealingKey;

  beforeAll(async () => {
    key = await newSealingKey(type);
  });

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a cross-reference table', () => textPdf(3)],
    ['object streams', () => compressedPdf(2)],
    ['inherited pages', inheritingPdf],
  ])('over a document with %s is valid', async (_, original) => {
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

  test('is broken by one changed byte, before it and behind it', async () => {
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
});
