import { ops, PDF, type PdfDict } from '@libpdf/core';
import { archivalFaults } from '../../../test/support/archival-faults.js';
import { assemblePdf, PAGE_TREE } from '../../../test/support/pdf-samples.js';
import { addField, emptyAppearance, setAppearance } from '../../pdf-signatures/form-field.js';
import { appendPage } from './append-page.js';
import { A4 } from './page-size.js';
import { StructureTree } from './structure-tree.js';

/** A tagged document with one empty page and the given structure. */
const taggedPdf = (tree: string, ...others: string[]) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 4 0 R >>',
    PAGE_TREE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>',
    `<< /Type /StructTreeRoot ${tree} >>`,
    ...others,
  ]);

const ELEMENT = (parent: number) => `<< /Type /StructElem /S /Document /P ${parent} 0 R >>`;

/** The document with an added page, a paragraph on it and a field, all in its structure. */
async function extended(original: Buffer): Promise<Buffer> {
  const pdf = await PDF.load(original);
  const tree = StructureTree.of(pdf, 'de')!;
  const page = appendPage(pdf, A4);
  page.drawOperators([tree.beginContent(page, tree.element('P')), ops.endMarkedContent()]);
  const box = { x: 10, y: 10, width: 0, height: 0 };
  const field = addField(pdf, page, { kind: 'signature', name: 'Seal', label: 'Seal', box });
  setAppearance(pdf.getObject(field) as PdfDict, emptyAppearance(pdf));
  tree.addField(field, page);
  tree.finish();
  return Buffer.from(await pdf.save({ incremental: true }));
}

const STRUCTURES: [string, Buffer][] = [
  ['nothing in it', taggedPdf('')],
  ['one element', taggedPdf('/K 5 0 R /ParentTree << /Nums [0 5 0 R] >>', ELEMENT(4))],
  ['a list of one', taggedPdf('/K [5 0 R] /ParentTree 6 0 R', ELEMENT(4), '<< /Nums [] >>')],
  ['several elements', taggedPdf('/K [5 0 R 6 0 R]', ELEMENT(4), ELEMENT(4))],
  [
    'a tree of parents with branches, and a next key that is too small',
    taggedPdf(
      '/K 5 0 R /ParentTreeNextKey 3 /ParentTree << /Kids [6 0 R] >>',
      ELEMENT(4),
      '<< /Limits [0 7] /Kids [7 0 R] >>',
      '<< /Limits [7 7] /Nums [7 5 0 R] >>',
    ),
  ],
];

describe('structure of a tagged document', () => {
  it.each(STRUCTURES)('takes additions into a structure with %s', async (_name, original) => {
    expect(await archivalFaults(original)).toEqual([]);
    const bytes = await extended(original);
    expect(await archivalFaults(bytes)).toEqual([]);
    expect((await PDF.load(bytes)).getPageCount()).toBe(2);
  });

  it('never uses a key of the structure twice', async () => {
    const bytes = await extended(STRUCTURES.at(-1)![1]);
    expect(bytes.toString('latin1')).toMatch(/\/ParentTreeNextKey 10\b/);
    expect(bytes.toString('latin1')).toMatch(/\/StructParents 8\b/);
    expect(bytes.toString('latin1')).toMatch(/\/StructParent 9\b/);
  });

  it('leaves a document alone that is not tagged', async () => {
    const plain = taggedPdf('').toString('latin1').replace('/Marked true', '/Marked null');
    expect(StructureTree.of(await PDF.load(Buffer.from(plain, 'latin1')), 'en')).toBeNull();
  });
});
