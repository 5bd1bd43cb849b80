import { PDF, type PdfArray, PdfDict, type PdfNumber, type PdfObject, type PdfRef } from '@libpdf/core';
import { assemblePdf, PAGE_TREE, streamBody } from '../../../test/support/pdf-samples.js';
import { signDetached } from '../../pdf-signatures/sign-detached.js';
import { standInKey } from '../../pdf-signatures/stand-in-key.js';
import { inspectDocument } from '../inspection/inspect-document.js';
import { type StampDetails } from '../signature-stamp.js';
import { sealDocument } from './seal-document.js';
import { standInsFor } from './stand-ins.js';
import { trySealing } from './try-sealing.js';

const ROOT = '/Type /StructTreeRoot /K [6 0 R]';
const ELEMENT = '<< /Type /StructElem /S /Document /P 5 0 R /K [7 0 R] >>';
const PARAGRAPH = '<< /Type /StructElem /S /P /P 6 0 R /Pg 3 0 R /K 0 >>';

/** A page with one tagged paragraph. @param tree the parent tree, object 8 */
const tagged = (tree: string, catalog = '/MarkInfo << /Marked true >>', root = ROOT) =>
  assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 5 0 R /Lang (en) ${catalog} >>`,
    PAGE_TREE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /StructParents 4 /Contents 4 0 R /Resources << >> >>',
    streamBody('/P << /MCID 0 >> BDC 9 9 9 9 re f EMC'),
    `<< ${root} /ParentTree 8 0 R >>`,
    ELEMENT,
    PARAGRAPH,
    tree,
    '<< /Limits [4 4] /Nums [4 [7 0 R]] >>',
  ]);

const details = (): StampDetails => {
  const layout = { pageSizes: [[300, 400] as const], tags: [], carriesSignatures: false };
  const all = standInsFor(layout, 'ab'.repeat(32));
  // The first has a place on the page, the second is on a page behind it.
  return { ...all, signers: all.signers.slice(0, 2) };
};

async function sealed(upload: Buffer): Promise<PDF> {
  const found = await inspectDocument(upload);
  if (!found.ok || found.kind !== 'pdf') throw new Error(JSON.stringify(found));
  const pdf = found.pdf!;
  expect(await trySealing({ pdf, details: details(), signing: 'own signatures' })).toBeNull();
  const key = await standInKey();
  const as = { name: 'Acme', reason: 'Sealed', at: '2026-03-12T10:00:00.000Z' };
  return PDF.load((await sealDocument(pdf, details(), as, (digest) => signDetached(digest, key))).pdf);
}

/** What stands in the parent tree, by key. */
function parents(pdf: PDF): Map<number, PdfObject> {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const tree = pdf.getCatalog().getDict('StructTreeRoot', resolve)!.getDict('ParentTree', resolve)!;
  const leaves = tree.getArray('Kids', resolve);
  const nodes = leaves ? [...leaves].map((kid) => resolve(kid as PdfRef) as PdfDict) : [tree];
  const numbers = nodes.flatMap((node) => [...node.getArray('Nums', resolve)!]);
  const pairs = numbers.flatMap((each, index): [number, PdfObject][] =>
    index % 2 === 0 ? [[(each as PdfNumber).value, numbers[index + 1]!]] : [],
  );
  return new Map(pairs);
}

describe('a tagged document', () => {
  it.each([
    ['whose parents stand in one list', '<< /Nums [4 [7 0 R]] >>'],
    ['whose parents stand in a tree', '<< /Kids [9 0 R] >>'],
  ])('%s has our fields and pages in its structure', async (_, tree) => {
    const pdf = await sealed(tagged(tree));
    const resolve = (ref: PdfRef) => pdf.getObject(ref);
    const known = parents(pdf);
    const pages = pdf.getPages().map(({ dict }) => dict.getNumber('StructParents')!.value);
    const widgets = pdf.getPages().flatMap(({ dict }) => [...(dict.getArray('Annots', resolve) ?? [])]);
    const keys = widgets.map((ref) => (resolve(ref as PdfRef) as PdfDict).getNumber('StructParent')!.value);
    expect(pages).toHaveLength(2);
    expect(new Set([...pages, ...keys]).size).toBe(2 + widgets.length);
    expect([...known.keys()]).toEqual([...known.keys()].sort((a, b) => a - b));
    const [own, ours] = pages.map((key) => (known.get(key) as PdfArray).at(0) as PdfRef);
    const document = resolve(
      resolve(own!) instanceof PdfDict ? (resolve(own!) as PdfDict).getRef('P')! : own!,
    );
    const kids = [...(document as PdfDict).getArray('K', resolve)!];
    expect(kids).toEqual([own, ours, ...keys.map((key) => known.get(key))]);
    for (const [index, key] of keys.entries()) {
      const element = resolve(known.get(key) as PdfRef) as PdfDict;
      expect(element.getName('S')?.value).toBe('Form');
      expect(element.getDict('K')?.getRef('Obj')).toBe(widgets[index]);
    }
    const next = pdf.getCatalog().getDict('StructTreeRoot', resolve)!.getNumber('ParentTreeNextKey')!.value;
    expect(next).toBe(Math.max(...known.keys()) + 1);
  });

  it('without a list of what is below its root, or with several elements there, takes them too', async () => {
    for (const root of ['/Type /StructTreeRoot /K 6 0 R', '/Type /StructTreeRoot /K [6 0 R 7 0 R]'])
      expect(parents(await sealed(tagged('<< /Nums [4 [7 0 R]] >>', undefined, root))).size).toBeGreaterThan(
        2,
      );
  });
});

it('a document that is not tagged stays so', async () => {
  const pdf = await sealed(tagged('<< /Nums [4 [7 0 R]] >>', ''));
  expect(parents(pdf).size).toBe(1);
  expect(pdf.getPages()[1]!.dict.has('StructParents')).toBe(false);
});
