import { PDF, PdfStream } from '@libpdf/core';
import { CraftedPdf, type Listings } from '../../test/support/crafted-pdf.js';
import { later, objects, onePage, PAGE, TRAILER } from '../../test/support/page-revisions.js';
import { compressedPdf, textPdf } from '../../test/support/pdf-samples.js';
import { plainCopy } from './plain-copy.js';
import { readRevisions, structureFault } from './revisions.js';

const contentsIn = async (bytes: Buffer, revision?: number) => {
  const pdf = await PDF.load(plainCopy(readRevisions(bytes), revision));
  expect(pdf.recoveredViaBruteForce).toBe(false);
  const contents = pdf.getPages()[0]!.dict.get('Contents', (ref) => pdf.getObject(ref));
  return contents instanceof PdfStream ? Buffer.from(contents.getDecodedData()).toString('latin1') : '';
};

describe('a sound file', () => {
  it('reads a chain of revisions with every object in its place', async () => {
    const { file, startxref } = onePage();
    const changed = file.stream(4, '(9000)');
    file.end(file.table({ 4: changed }, later(startxref)));
    const { revisions, faults } = readRevisions(file.bytes);
    expect(faults).toEqual([]);
    expect(revisions.map(({ listed }) => [...listed.keys()])).toEqual([[0, 1, 2, 3, 4], [4]]);
    expect(await contentsIn(file.bytes, 0)).toBe('(100)');
    expect(await contentsIn(file.bytes)).toBe('(9000)');
  });

  it.each<[string, () => Buffer]>([
    ['a cross-reference stream', () => withReferences({})],
    ['a cross-reference stream without compression', () => withReferences({ isCompressed: false })],
    ['a cross-reference stream with offsets of eight bytes', () => withReferences({ widths: [1, 8, 2] })],
    [
      'an object stream',
      () => {
        const file = new CraftedPdf();
        const listings: Listings = {
          4: file.stream(4, '(100)'),
          6: file.objectStream(6, [
            [1, '<< /Type /Catalog /Pages 2 0 R >>'],
            [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
            [3, PAGE],
          ]),
          1: { stream: 6, index: 0 },
          2: { stream: 6, index: 1 },
          3: { stream: 6, index: 2 },
        };
        return file.end(file.references(7, listings, TRAILER)).bytes;
      },
    ],
    [
      'a hybrid file whose halves agree',
      () => {
        const file = new CraftedPdf();
        const listings = objects(file);
        const half = file.references(5, { 4: listings[4]! }, TRAILER);
        const all = { ...listings, 5: { offset: half } };
        return file.end(file.table(all, `${TRAILER} /XRefStm ${half}`)).bytes;
      },
    ],
    [
      'a hybrid file as Word writes it',
      () => {
        const file = new CraftedPdf();
        const listings = objects(file);
        const hidden = file.objectStream(6, [[7, '<< /Type /StructTreeRoot >>']]);
        const half = file.references(5, { 6: hidden, 7: { stream: 6, index: 0 } }, TRAILER);
        const all: Listings = { ...listings, 5: { offset: half }, 6: hidden, 7: 'free' };
        const first = file.table(all, TRAILER);
        file.end(first);
        return file.end(file.table([], `${later(first)} /XRefStm ${half}`)).bytes;
      },
    ],
    [
      'a linearized file',
      () => {
        const file = new CraftedPdf();
        const linearized = file.object(5, '<< /Linearized 1 >>');
        const page = file.object(3, PAGE);
        const prev = '0123456789';
        const first = file.table({ 3: page, 5: linearized }, `${TRAILER} /Prev ${prev}`);
        file.end(0);
        const second = file.table(objectsBut(file), '/Size 5');
        return Buffer.from(
          file.end(first).bytes.toString('latin1').replace(prev, String(second).padStart(10, '0')),
          'latin1',
        );
      },
    ],
    [
      'comments between objects',
      () => {
        const file = new CraftedPdf();
        const listings = objects(file);
        file.add('% 4 0 obj (9000) endobj\n');
        return file.end(file.table(listings, TRAILER)).bytes;
      },
    ],
    [
      'blank lines before the table, whether startxref counts them or not',
      () => {
        const file = new CraftedPdf();
        const listings = objects(file);
        const at = file.add('\n \n');
        file.table(listings, TRAILER);
        return file.end(at).bytes;
      },
    ],
    [
      'white space after startxref and the end',
      () => {
        const file = new CraftedPdf();
        const at = file.table(objects(file), TRAILER);
        file.add(`startxref  \r\n  ${at} \r\n \r\n%%EOF\r\n\0\0\n`);
        return file.bytes;
      },
    ],
    [
      'the length of a stream in another object',
      () => {
        const file = new CraftedPdf();
        const listings: Listings = {
          ...objectsBut(file, 4),
          3: file.object(3, PAGE),
          4: file.object(4, '<< /Length 5 0 R >>\nstream\n(100) endstream\n\nendstream'),
          5: file.object(5, '16'),
        };
        return file.end(file.table(listings, TRAILER)).bytes;
      },
    ],
  ])('accepts a sound file with %s', async (_name, make) => {
    const bytes = make();
    expect(structureFault(bytes)).toBeNull();
    expect(await contentsIn(bytes)).toContain('(100)');
  });

  it('accepts the files that the PDF library writes', async () => {
    for (const bytes of [await textPdf(2), await compressedPdf(2)]) {
      expect(structureFault(bytes)).toBeNull();
      expect((await PDF.load(plainCopy(readRevisions(bytes)))).getPageCount()).toBe(2);
    }
  });
});

/** All objects except the page, and except its contents if these become another object. */
function objectsBut(file: CraftedPdf, left?: 4): Listings {
  const listings: Listings = {
    0: 'free',
    1: file.object(1, '<< /Type /Catalog /Pages 2 0 R >>'),
    2: file.object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
  };
  if (left !== 4) listings[4] = file.stream(4, '(100)');
  return listings;
}

function withReferences(options: Parameters<CraftedPdf['references']>[3]): Buffer {
  const file = new CraftedPdf();
  return file.end(file.references(5, objects(file), TRAILER, options)).bytes;
}
