import { inDepth } from '../../../test/support/in-depth.js';
import { assemblePdf, ONE_PAGE, PAGE_TREE, streamBody, textPdf } from '../../../test/support/pdf-samples.js';
import { signDetached } from '../../pdf-signatures/sign-detached.js';
import { standInKey } from '../../pdf-signatures/stand-in-key.js';
import { inspectDocument } from '../inspection/inspect-document.js';
import { MAX_MARK_POINTS } from '../mark-limits.js';
import { A4 } from '../structure/page-size.js';
import { prepareDocument, signPrepared } from './seal-document.js';
import { standInsFor } from './stand-ins.js';
import { trySealing } from './try-sealing.js';

const details = standInsFor(
  { pageSizes: [[A4.width, A4.height]], tags: [], carriesSignatures: false, isRedrawn: false },
  'ab'.repeat(32),
);

/** The faults of the document once it is sealed in either way; none if it completes. */
async function faultsOf(pdf: Buffer): Promise<string[]> {
  const found = [
    await trySealing({ pdf, details, signing: 'seal only' }),
    await trySealing({ pdf, details, signing: 'own signatures' }),
  ];
  return found.filter((fault) => fault !== null);
}

const annotated = (annotation: string, ...others: string[]) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    ONE_PAGE.replace('/Resources', '/Annots [4 0 R] /Resources'),
    `<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (Note) ${annotation} >>`,
    ...others,
  ]);

const withoutStart = (pdf: Buffer) =>
  Buffer.from(pdf.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');

/** Numbers with more decimals than the library writes: on the page, above it, and in what it draws. */
const exact = () =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300.123456789 400.987654321] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /UserUnit 1.000000001 /Resources << /XObject << /P 5 0 R >> >> >>',
    streamBody('/P Do'),
    streamBody(
      '0 0 9 9 re f',
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Matrix [3.141592653589793 0 0 0.0000001234567 -2.5 1000]',
    ),
  ]);

describe('completion of accepted documents', () => {
  inDepth.each([
    ['a parent in the page tree', annotated('/Parent 2 0 R')],
    ['a page that is not in the page tree', annotated('/P 5 0 R', '<< /Type /Page /Parent 2 0 R >>')],
    ['the page tree as its page', annotated('/P 2 0 R')],
    ['a destination in the page tree', annotated('/Dest [2 0 R /Fit]')],
    [
      'a note on such a page',
      annotated(
        '/Popup 5 0 R',
        '<< /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /Parent 4 0 R /P 6 0 R >>',
        '<< /Type /Page /Parent 2 0 R >>',
      ),
    ],
  ])('seals a document whose annotation has %s', async (_, pdf) => {
    expect(await faultsOf(pdf)).toEqual([]);
    expect(await inspectDocument(pdf)).toMatchObject({ ok: true });
  });

  inDepth('seals a document with many decimals, even one that is damaged and must be rewritten', async () => {
    for (const pdf of [exact(), withoutStart(exact())]) {
      expect(await faultsOf(pdf)).toEqual([]);
      expect(await inspectDocument(pdf)).toMatchObject({ ok: true });
    }
  });
});

/** Two pages, the second of which refers to objects missing from the file, whose numbers signing would give away. */
const missing = () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `/M${index} ${index + 5} 0 R`);
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    ONE_PAGE,
    ONE_PAGE.replace('/Resources << ', `/Resources << /XObject << ${names.join(' ')} >> `),
  ]);
};

inDepth('seals a document whose second page refers to missing objects', async () => {
  const pageSizes: [number, number][] = Array(2).fill([300, 400]);
  const two = standInsFor(
    { pageSizes, tags: [], carriesSignatures: false, isRedrawn: false },
    'ab'.repeat(32),
  );
  for (const signing of ['seal only', 'own signatures'] as const)
    expect(await trySealing({ pdf: missing(), details: two, signing })).toBeNull();
  expect(await inspectDocument(missing())).toMatchObject({ ok: true });
});

it.each(['seal only', 'own signatures'] as const)(
  'tries sealing with the mark of every signer on every page: %s',
  async (signing) => {
    const points = Array(2 * MAX_MARK_POINTS + 2).fill(0.5);
    const signers = details.signers.map((signer, index) =>
      index === 1 ? { ...signer, mark: { kind: 'drawn' as const, strokes: [points] } } : signer,
    );
    const places = [0, 1].map((signer) => ({ ...details.places[0]!, page: signer + 1, signer }));
    const trial = trySealing({ pdf: await textPdf(2), details: { ...details, signers, places }, signing });
    await expect(trial).rejects.toThrow('more than 5000 points');
  },
);

it('shows a mark on many pages without repeating it', async () => {
  const pdf = await textPdf(40);
  const pageSizes = Array.from({ length: 40 }, (): [number, number] => [A4.width, A4.height]);
  const all = standInsFor(
    { pageSizes, tags: [], carriesSignatures: false, isRedrawn: false },
    'ab'.repeat(32),
  );
  const prepared = await prepareDocument(pdf, all);
  const as = { name: 'Trial', reason: 'Trial', at: new Date(0).toISOString(), signer: 0 };
  const others = [...all.signers.keys()].slice(1);
  const key = await standInKey();
  const signed = await signPrepared(prepared.pdf, all, { ...as, others }, (digest) =>
    signDetached(digest, key),
  );
  // The largest mark takes 230 KB.
  expect(signed.pdf.length - prepared.pdf.length).toBeLessThan(500_000);
});

it('refuses with its own code a document that cannot be sealed without a change', async () => {
  const pdf = annotated('/Whole 1 0 R');
  expect(await faultsOf(pdf)).toEqual(Array(2).fill('the annotations of its page 1 are different'));
  expect(await inspectDocument(pdf)).toMatchObject({
    ok: false,
    code: 'document_unsealable',
    fault: 'the annotations of its page 1 are different',
  });
});
