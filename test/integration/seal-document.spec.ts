import { PDF } from '@libpdf/core';
import { MAX_MARK_POINTS } from '../../src/pdf/mark-limits.js';
import { PdfService } from '../../src/pdf/pdf.service.js';
import { type SignatureMark, type SignatureStamp } from '../../src/pdf/signature-stamp.js';
import { sealDocument } from '../../src/pdf/signing/seal-document.js';
import { TextFonts } from '../../src/pdf/text-fonts.js';
import { type SealingKey } from '../../src/pdf-signatures/sealing-key.port.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { type Settings } from '../../src/platform/config/settings.js';
import { OfficeConverter } from '../../src/platform/office/office-converter.js';
import { verifyCompletedDocument } from '../support/completed-documents.js';
import { inDepth } from '../support/in-depth.js';
import {
  assemblePdf,
  compressedPdf,
  inheritingPdf,
  ONE_PAGE,
  PAGE_TREE,
  streamBody,
  textOf,
  textPdf,
} from '../support/pdf-samples.js';
import { printedLines } from '../support/printed-lines.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { ENVELOPE_ID, wordsFor } from '../support/stamp-words.js';
import { qpdfAccepts } from '../support/validators.js';

const pdfService = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
const OWNER = { tenant: 1 };
const verifyInChild = async (...args: Parameters<PdfService['completionFault']>) =>
  (await pdfService.completionFault(...args)) === null;
const HASH = 'ab'.repeat(32);

const signer = (change: Partial<SignatureStamp> = {}): SignatureStamp => ({
  name: 'Jane Doe',
  email: 'jane@example.com',
  signedAt: '2026-03-01T09:30:05.123Z',
  type: 'fast',
  method: 'Opened the link sent to this address, agreed and signed.',
  mark: { kind: 'typed', text: 'Jane Doe' },
  ...change,
});

const details = (...signers: SignatureStamp[]) => ({
  words: wordsFor(signers.length),
  documentName: 'Lease of the mill',
  documentSha256: HASH,
  signers,
  places: [],
  carriesSignatures: false,
});

const SEAL = { name: 'Acme', reason: 'Sealed by Acme', at: '2026-03-02T10:00:00.000Z' };
let key: SealingKey;

/** What a sealed document with this many pages must contain. */
const expected = (pages: number, by = key) => ({
  pages,
  signatures: [{ fieldName: 'Countersign-Seal', certificate: by.certificate }],
});

beforeAll(async () => {
  key = await newSealingKey('p256');
});

/** The child's function, called directly to save two processes per document. */
async function seal(original: Buffer, ...signers: SignatureStamp[]) {
  const sign = (digest: Buffer) => signDetached(digest, key);
  const sealed = await sealDocument(original, details(...signers), SEAL, sign);
  const pdf = Buffer.from(sealed.pdf);
  expect(await verifyCompletedDocument({ original, completed: pdf, expected: expected(sealed.pages) })).toBe(
    true,
  );
  return { pdf, pages: sealed.pages };
}

const scribble = (points: number): SignatureMark => ({
  kind: 'drawn',
  strokes: [
    Array.from({ length: points * 2 }, (_, index) =>
      index % 2 ? 0.5 + 0.4 * Math.sin(index) : index / points / 2,
    ),
  ],
});

afterAll(() => pdfService.onApplicationShutdown());

describe('the document', () => {
  it('keeps the document byte for byte and adds one signature page', async () => {
    for (const original of [await textPdf(2), await compressedPdf(2)]) {
      const credentials = { key, stamper: undefined };
      const { pdf, pages } = await pdfService.seal(original, details(signer()), SEAL, credentials, OWNER);
      expect(pdf.subarray(0, original.length).equals(original)).toBe(true);
      expect(pages).toBe(3);
      const [first, second, last] = await textOf(pdf);
      expect([first, second]).toEqual(['This is page 1', 'This is page 2']);
      expect(last).toContain('Lease of the mill');
    }
  });

  it('adds less than 60 KB for two signers', async () => {
    const original = await textPdf();
    const { pdf } = await seal(original, signer(), signer({ mark: scribble(300) }));
    expect(pdf.length - original.length).toBeLessThan(60_000);
  });

  it('keeps inherited attributes of the pages, which the signature page does not inherit', async () => {
    const original = inheritingPdf();
    const { pdf } = await seal(original, signer());
    expect(pdf.subarray(0, original.length).equals(original)).toBe(true);
    const [page, added] = (await PDF.load(pdf)).getPages();
    expect(page!.dict.getRef('Parent')!.objectNumber).toBe(3);
    expect((await textOf(pdf))[0]).toBe('Inherited words');
    expect(added!.rotation).toBe(0);
    expect(added!.getCropBox().width).toBeCloseTo(595.28);
  });

  it('rewrites a document that cannot be extended, with the same pages', async () => {
    const linearized = assemblePdf([
      '<< /Linearized 1 >>',
      PAGE_TREE,
      ONE_PAGE.replace('<< >>', '<< /Font << /F1 5 0 R >> >>').replace('>> >>', '>> >> /Contents 6 0 R'),
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      streamBody('BT /F1 18 Tf 40 200 Td (Linear words) Tj ET'),
    ])
      .toString('latin1')
      .replace('/Root 1 0 R', '/Root 4 0 R');
    const junk = Buffer.concat([await textPdf(), Buffer.alloc(3000, 'junk ')]);
    for (const [original, words] of [
      [Buffer.from(linearized, 'latin1'), 'Linear words'],
      [junk, 'This is page 1'],
    ] as const) {
      const { pdf, pages } = await seal(original, signer());
      expect(pages).toBe(2);
      expect((await textOf(pdf))[0]).toBe(words);
    }
  });

  it('repairs a document without cross-reference table and with wrong stream lengths', async () => {
    const whole = (await textPdf(2)).toString('latin1');
    const [, length] = /\/Length (\d\d)\b/.exec(whole)!;
    const damaged = whole
      .replace(`/Length ${length}`, `/Length ${Number(length) + 7}`)
      .replace(/startxref\n\d+/, 'startxref\n7');
    expect(damaged).not.toBe(whole);
    expect(qpdfAccepts((await seal(Buffer.from(damaged, 'latin1'), signer())).pdf)).toBe(true);
  });

  it('adds a signature page in US Letter to a document in US Letter', async () => {
    const letter = PDF.create();
    letter.addPage({ size: 'letter', orientation: 'landscape' });
    const { pdf } = await seal(Buffer.from(await letter.save()), signer());
    expect((await PDF.load(pdf)).getPage(1)).toMatchObject({ width: 612, height: 792 });
    const other = await seal(inheritingPdf(), signer());
    expect((await PDF.load(other.pdf)).getPage(1)!.height).toBeCloseTo(841.89);
  });
});

describe('the signature page', () => {
  it('is headed by the name of the document', async () => {
    const { pdf } = await seal(await textPdf(), signer());
    const [heading, title] = printedLines(pdf)[1]!;
    expect(heading).toMatchObject({ text: 'Lease of the mill', size: 20 });
    expect(title).toMatchObject({ text: 'Signatures' });
  });

  it('the signature page states who signed which document, when and how, and claims nothing more', async () => {
    const host = signer({
      name: 'Tom Guest',
      type: 'in_person',
      witness: 'Ann Host',
      mark: { kind: 'click' },
    });
    const { pdf } = await seal(await textPdf(), signer(), signer({ mark: scribble(50) }), host);
    const text = (await textOf(pdf))[1]!;
    for (const words of [
      'Lease of the mill',
      'Requested by Ann Host, Acme',
      `Envelope ID ${ENVELOPE_ID}`,
      'Signed by 3 people',
      'choose its file at https://sign.example/verify-document',
      'SHA-256 of the PDF that everyone could read and download before signing.',
      HASH,
      'Jane Doe',
      'jane@example.com',
      '1 March 2026, 09:30:05 UTC',
      'Opened the link sent to this address',
      'Typed by the signer',
      'Drawn by the signer',
      'Signed electronically with a click, in person',
      'Witness: Ann Host',
      `Signature page 1 of 1   ·   Envelope ID ${ENVELOPE_ID}`,
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/qualified|certificate|AES|trusted|verified/i);
  });

  it('lists 100 signers on as many pages as needed', async () => {
    const signers = Array.from({ length: 100 }, (_, index) => signer({ name: `Signer No ${index + 1}.` }));
    const { pdf, pages } = await seal(await textPdf(), ...signers);
    const text = await textOf(pdf);
    expect(text).toHaveLength(pages);
    for (const { name } of signers) expect(text.join('\n')).toContain(name);
    const added = text.slice(1);
    expect(added.length).toBeGreaterThan(2);
    for (const [index, page] of added.entries())
      expect(page).toContain(
        `Signature page ${index + 1} of ${added.length}   ·   Envelope ID ${ENVELOPE_ID}`,
      );
  });

  it.each([
    ['Chinese', '王小明'],
    ['Hebrew', 'דוד לוי'],
    ['hieroglyphs', '𓀀 Jane'],
    ['a directional override', 'Jane\u202Eeod'],
    ['controls and lone surrogates', 'Jane\u0007\uD800 Doe\n'],
    ['nothing but spaces', '   '],
  ])('accepts a name with %s and shows the email address with it', async (_, name) => {
    for (const mark of [{ kind: 'typed', text: name }, { kind: 'click' }] as SignatureMark[]) {
      const { pdf } = await seal(await textPdf(), signer({ name, mark }));
      expect((await textOf(pdf))[1]).toContain('jane@example.com');
    }
  });

  it('uses the handwriting font if it has the letters, otherwise another, and shrinks long names', async () => {
    const names = ['Ιωάννα Παπαδοπούλου', 'Zażółć Gęślą', 'Анна Петрова', 'W'.repeat(200)];
    const signers = names.map((name) => signer({ name, mark: { kind: 'typed', text: name } }));
    const { pdf } = await seal(await textPdf(), ...signers);
    const text = (await textOf(pdf)).join('\n');
    for (const name of names.slice(0, 3)) expect(text.split(name)).toHaveLength(3);
    expect(text.match(/W/g)).toHaveLength(400);
  });

  it('draws strokes of any shape inside their box, and refuses too many points', async () => {
    const strokes = [[], [0.5], [0.5, 0.5], [0, 0, 1, 1], [-9, 7, Number.NaN, 0.1, 0.3, Infinity, 2, 2]];
    const { pages } = await seal(await textPdf(), signer({ mark: { kind: 'drawn', strokes } }));
    expect(pages).toBe(2);
    expect((await seal(await textPdf(), signer({ mark: { kind: 'drawn', strokes: [] } }))).pages).toBe(2);
    expect((await seal(await textPdf(), signer({ mark: scribble(MAX_MARK_POINTS) }))).pages).toBe(2);
    await expect(seal(await textPdf(), signer({ mark: scribble(MAX_MARK_POINTS + 1) }))).rejects.toThrow(
      'points',
    );
  });
});

describe('a sealed document', () => {
  let original: Buffer;
  let sealed: Buffer;

  beforeAll(async () => {
    original = await textPdf(2);
    sealed = (await seal(original, signer())).pdf;
  });

  it('verifies a sealed document only if complete, with its pages, and against the one that was read', async () => {
    expect(await verifyInChild(original, sealed, expected(3), OWNER)).toBe(true);
    expect(await verifyInChild(original, sealed, expected(4), OWNER)).toBe(false);
    expect(await verifyInChild(original, sealed.subarray(0, sealed.length - 200), expected(3), OWNER)).toBe(
      false,
    );
    expect(await verifyInChild(original, Buffer.from('no PDF'), expected(1), OWNER)).toBe(false);
    const other = await textPdf(2, 'Another page');
    expect(await verifyCompletedDocument({ original: other, completed: sealed, expected: expected(3) })).toBe(
      false,
    );
  });

  it('a sealed document does not verify after one changed byte in the signed content, or any addition', async () => {
    const [start, end] = [
      sealed.indexOf('/Contents <') + '/Contents '.length,
      sealed.indexOf('>', sealed.indexOf('/Contents <')),
    ];
    for (let at = 0; at < sealed.length; at += 197) {
      // Parts of the signature itself are unsigned, such as its version.
      if (at >= start && at <= end) continue;
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 1;
      // Some stray brackets make the library loop forever. The service would kill its child; this process cannot be
      // killed.
      if ('(){}<>[]'.includes(String.fromCharCode(changed[at]!))) continue;
      const isSound = await verifyCompletedDocument({
        original,
        completed: changed,
        expected: expected(3),
      }).catch(() => false);
      expect({ at, isSound }).toEqual({ at, isSound: false });
    }
    const longer = await PDF.load(sealed);
    longer.addPage();
    const extended = Buffer.from(await longer.save({ incremental: true }));
    expect(await verifyCompletedDocument({ original, completed: extended, expected: expected(4) })).toBe(
      false,
    );
  });

  it('a sealed document does not verify with another certificate', async () => {
    const other = await newSealingKey('p256');
    expect(await verifyCompletedDocument({ original, completed: sealed, expected: expected(3, other) })).toBe(
      false,
    );
  });

  inDepth('refuses a key that signs something else', async () => {
    const lying = { ...key, sign: () => key.sign(Buffer.from('something else')) };
    await expect(
      pdfService.seal(original, details(signer()), SEAL, { key: lying, stamper: undefined }, OWNER),
    ).rejects.toThrow('does not verify');
    const silent = { ...key, sign: () => Promise.reject(new Error('the key is away')) };
    await expect(
      pdfService.seal(original, details(signer()), SEAL, { key: silent, stamper: undefined }, OWNER),
    ).rejects.toThrow('the key is away');
  });
});
