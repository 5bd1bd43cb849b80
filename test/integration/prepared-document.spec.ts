import { PDF } from '@libpdf/core';
import { type SignatureStamp, type StampPlace } from '../../src/pdf/signature-stamp.js';
import {
  prepareDocument,
  sealDocument,
  sealFinished,
  sealPrepared,
  signPrepared,
} from '../../src/pdf/signing/seal-document.js';
import { type SealingKey } from '../../src/pdf-signatures/sealing-key.port.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { verifyCompletedDocument } from '../support/completed-documents.js';
import { assemblePdf, compressedPdf, streamBody, textPdf } from '../support/pdf-samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { wordsFor } from '../support/stamp-words.js';
import { ask, mutoolAccepts, pdfsig, qpdfAccepts } from '../support/validators.js';

const stamp = (name: string, change: Partial<SignatureStamp> = {}): SignatureStamp => ({
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}@example.com`,
  signedAt: '2026-03-01T09:30:05.123Z',
  type: 'advanced',
  method: 'Signed by drawing the signature, after entering a one-time code sent to the email address',
  mark: { kind: 'drawn', strokes: [[0.1, 0.5, 0.3, 0.1, 0.5, 0.9, 0.7, 0.2, 0.9, 0.6]] },
  ...change,
});

const JANE = stamp('Jane Doe', { mark: { kind: 'typed', text: 'Jane Doe' } });
const TOM = stamp('Tom Guest');

const details = (signers = [JANE, TOM], places: StampPlace[] = []) => ({
  words: wordsFor(signers.length),
  documentName: 'Lease of the mill',
  documentSha256: 'ab'.repeat(32),
  signers,
  places,
  carriesSignatures: false,
});

const place = (change: Partial<StampPlace> = {}): StampPlace => ({
  kind: 'signature',
  page: 1,
  x: 60,
  y: 60,
  width: 150,
  height: 50,
  signer: 0,
  value: '',
  tagBox: null,
  form: null,
  ...change,
});

const AT = { name: 'Jane Doe', reason: 'Signed the document', at: '2026-03-02T10:00:00.000Z' };
const SEAL = { ...AT, name: 'Acme', reason: 'Sealed by Acme' };

/** A page of 300 by 400 points, rotated by `degrees`, with text in its lower left corner. */
const turnedPdf = (degrees: number) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /CropBox [10 20 290 380] /Rotate ${degrees} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    streamBody('BT /F1 18 Tf 40 60 Td (Some words) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);

/** The words on the last page with the heights of their type in points, as poppler measures them. */
function wordHeights(pdf: Buffer): [word: string, height: number][] {
  const { output } = ask('pdftotext', ['-bbox', 'p.pdf', '-'], { 'p.pdf': pdf });
  const words = output
    .split('<page')
    .at(-1)!
    .matchAll(/yMin="([\d.]+)".*yMax="([\d.]+)">(.*)<\/word>/g);
  return [...words].map(([, top, bottom, word]) => [
    word!,
    Number((Number(bottom) - Number(top)).toFixed(2)),
  ]);
}

describe('a prepared document', () => {
  let keys: SealingKey[];
  let sealKey: SealingKey;

  beforeAll(async () => {
    keys = [await newSealingKey('p256'), await newSealingKey('p256')];
    sealKey = await newSealingKey('rsa3072');
  });

  const signer = (key: SealingKey) => (digest: Buffer) => signDetached(digest, key);

  /** Both sign, Tom first, and then it is sealed. */
  async function signAll(original: Buffer, plan = details()) {
    const expected = { pages: 0, signatures: [] as { fieldName: string; certificate: Buffer }[] };
    const prepared = await prepareDocument(original, plan);
    const { pages } = prepared;
    let { pdf } = prepared;
    for (const index of [1, 0]) {
      const step = await signPrepared(pdf, plan, { ...AT, signer: index }, signer(keys[index]!));
      expected.signatures.push({ fieldName: step.fieldName, certificate: keys[index]!.certificate });
      expect(step.pages).toBe(pages);
      ({ pdf } = step);
      expect(
        await verifyCompletedDocument({ original, completed: pdf, expected: { ...expected, pages } }),
      ).toBe(true);
    }
    const sealed = await sealPrepared(pdf, SEAL, signer(sealKey));
    expected.signatures.push({ fieldName: sealed.fieldName, certificate: sealKey.certificate });
    expect(
      await verifyCompletedDocument({ original, completed: sealed.pdf, expected: { ...expected, pages } }),
    ).toBe(true);
    return { pdf: Buffer.from(sealed.pdf), pages, expected };
  }

  it.each<[string, () => Promise<Buffer>]>([
    ['a cross-reference table', () => textPdf(2)],
    ['object streams', () => compressedPdf(2)],
  ])(
    'a document with %s takes every signature and the seal, and other tools accept them all',
    async (_, make) => {
      const original = await make();
      const { pdf, pages } = await signAll(original);
      expect(pages).toBe(3);
      expect(pdf.subarray(0, original.length).equals(original)).toBe(true);
      const found = pdfsig(pdf);
      expect(found.map(({ verdict }) => verdict)).toEqual(Array(3).fill('Signature is Valid.'));
      expect(found.map(({ coversAll }) => coversAll)).toEqual([false, false, true]);
      expect(qpdfAccepts(pdf)).toBe(true);
      expect(mutoolAccepts(pdf)).toBe(true);
    },
  );

  it('a document does not verify with signatures in another order, by another key, or with one missing', async () => {
    const original = await textPdf();
    const { pdf, pages, expected } = await signAll(original);
    const { signatures } = expected;
    const swapped = [signatures[1]!, signatures[0]!, signatures[2]!];
    const other = [{ ...signatures[0]!, certificate: sealKey.certificate }, ...signatures.slice(1)];
    const more = [...signatures, signatures[2]!];
    for (const wrong of [swapped, other, more, signatures.slice(0, 2), []]) {
      expect(
        await verifyCompletedDocument({ original, completed: pdf, expected: { pages, signatures: wrong } }),
      ).toBe(false);
    }
  });

  it('refuses a second signature in a signer’s field', async () => {
    const { pdf } = await signAll(await textPdf());
    await expect(signPrepared(pdf, details(), { ...AT, signer: 0 }, signer(keys[0]!))).rejects.toThrow();
    await expect(sealPrepared(pdf, SEAL, signer(sealKey))).rejects.toThrow();
  });

  it('a document that was already sealed can be signed and sealed again', async () => {
    const once = (await signAll(await textPdf())).pdf;
    const { pdf } = await signAll(once, details([JANE, TOM]));
    expect(pdfsig(pdf).map(({ verdict }) => verdict)).toEqual(Array(6).fill('Signature is Valid.'));
    const drawn = await sealDocument(once, details([JANE]), SEAL, signer(sealKey));
    expect(pdfsig(Buffer.from(drawn.pdf)).map(({ verdict }) => verdict)).toEqual(
      Array(4).fill('Signature is Valid.'),
    );
  });

  it('seals a document made by this service unchanged', async () => {
    const original = await textPdf();
    const { pdf, pages, fieldName } = await sealFinished(original, SEAL, signer(sealKey));
    const expected = { pages, signatures: [{ fieldName, certificate: sealKey.certificate }] };
    expect(pages).toBe(1);
    expect(await verifyCompletedDocument({ original, completed: pdf, expected })).toBe(true);
  });

  it.each([0, 90, 180, 270])(
    'shows placed fields upright on a page rotated by %i degrees',
    async (degrees) => {
      const plan = details(
        [JANE, TOM],
        [
          place({ x: 20, y: 20, width: 120, height: 40 }),
          place({ signer: 1, x: 20, y: 70, width: 120, height: 40 }),
          place({ kind: 'name', x: 20, y: 120, width: 120, height: 14, value: 'Jane Doe' }),
          place({ kind: 'checkbox', x: 20, y: 140, width: 12, height: 12, value: 'yes' }),
          place({ kind: 'initials', signer: 1, x: 40, y: 140, width: 40, height: 20, value: 'TG' }),
        ],
      );
      const { pdf, pages } = await signAll(turnedPdf(degrees), plan);
      expect(pages).toBe(1);
      expect(pdfsig(pdf).map(({ verdict }) => verdict)).toEqual(Array(3).fill('Signature is Valid.'));
      expect(qpdfAccepts(pdf)).toBe(true);
    },
  );

  it.each<[string, Partial<SignatureStamp>, string[]]>([
    [
      'a long name and address',
      { name: 'Anna Maria Elisabeth '.repeat(9), email: `${'long.address'.repeat(15)}@signers.test` },
      ['Elisabeth', '@signers.test'],
    ],
    ['the widest letters', { name: 'WM'.repeat(100), email: `${'mw'.repeat(120)}@signers.test` }, ['…']],
  ])(
    'keeps the type at 9 points for %s entered after the place was reserved',
    async (_name, grown, shown) => {
      const original = await textPdf();
      const { pdf: prepared } = await prepareDocument(original, details([{ ...JANE, name: '' }, TOM]));
      const plan = details([{ ...JANE, ...grown }, TOM]);
      const { pdf } = await signPrepared(prepared, plan, { ...AT, signer: 0 }, signer(keys[0]!));
      const heights = wordHeights(Buffer.from(pdf));
      // The footer is set in 9 points.
      const [, ofFooter] = heights.find(([word]) => word === 'Signature')!;
      for (const words of shown) {
        const found = heights.filter(([word]) => word.includes(words));
        expect(found.length).toBeGreaterThan(0);
        for (const [, height] of found) expect(height).toBeGreaterThanOrEqual(ofFooter);
      }
    },
  );

  it('takes a hundred signers', async () => {
    const signers = Array.from({ length: 100 }, (_, index) => stamp(`Signer${index} Name`));
    const { pdf, pages } = await prepareDocument(await textPdf(), details(signers));
    const fields = (await PDF.load(pdf)).getForm()!.getSignatureFields();
    expect(fields).toHaveLength(101);
    expect(new Set(fields.map(({ name }) => name)).size).toBe(101);
    expect(pages).toBeGreaterThan(15);
  });
});
