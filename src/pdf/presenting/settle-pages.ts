import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core';
import { boxesOf, lineageOf, resourcesOf, turnOf } from '../structure/page-attributes.js';
import { type Sides } from '../structure/page-geometry.js';

/** Separates the parts of a page's content, which programs join with white space or without. */
export const SEPARATOR = '\n';

/**
 * Settles the pages, so that programs need not inherit anything, which they do in different ways: the tree becomes one
 * node, and each page has its own resources, boxes and rotation, which are those that the signing page would show. The
 * parts of a page's content no longer touch.
 */
export function settlePages(pdf: PDF): void {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const pages = pdf.getPages();
  const settled = pages.map(({ dict }) => {
    const lineage = lineageOf(pdf, dict);
    return {
      dict,
      resources: settledResources(pdf, lineage),
      ...boxesOf(pdf, lineage),
      turn: turnOf(pdf, lineage),
    };
  });
  const node = PdfDict.of({
    Type: PdfName.of('Pages'),
    Kids: new PdfArray(pages.map(({ ref }) => ref)),
    Count: PdfNumber.of(pages.length),
  });
  const root = pdf.register(node);
  let separator: PdfRef | null = null;
  for (const { dict, resources, media, shown, turn } of settled) {
    dict.set('Type', PdfName.of('Page'));
    dict.set('Parent', root);
    // Only nodes have these.
    for (const key of ['Kids', 'Count']) dict.delete(key);
    dict.set('Resources', resources);
    setBox(dict, 'MediaBox', media);
    if (isSameBox(media, shown)) dict.delete('CropBox');
    else setBox(dict, 'CropBox', shown);
    if (turn === 0) dict.delete('Rotate');
    else dict.set('Rotate', PdfNumber.of(turn));
    const unit = dict.get('UserUnit', resolve);
    if (!(unit instanceof PdfNumber && unit.value > 0)) dict.delete('UserUnit');
    const contents = dict.get('Contents', resolve);
    if (!(contents instanceof PdfArray) || contents.length < 2) continue;
    const between = (separator ??= pdf.register(PdfStream.fromDict({}, Buffer.from(SEPARATOR, 'latin1'))));
    const parts = [...contents].flatMap((part, index) => (index === 0 ? [part] : [between, part]));
    dict.set('Contents', new PdfArray(parts));
  }
  pdf.getCatalog().set('Pages', root);
}

/** The resources of a page, as an object that others may share if it is one in the file. */
function settledResources(pdf: PDF, lineage: readonly PdfDict[]): PdfObject {
  const found = resourcesOf(pdf, lineage);
  const holder = lineage.find((node) => node.getDict('Resources', (ref) => pdf.getObject(ref)) === found);
  return holder ? shared(pdf, holder) : (found ?? new PdfDict());
}

/** As it stands in the node; one that several pages may inherit becomes an object of its own. */
function shared(pdf: PDF, holder: PdfDict): PdfObject {
  const value = holder.get('Resources')!;
  if (value instanceof PdfRef || !holder.has('Kids')) return value;
  const ref = pdf.register(value);
  holder.set('Resources', ref);
  return ref;
}

function setBox(page: PdfDict, key: string, { left, bottom, right, top }: Sides): void {
  const sides = [left, bottom, right, top];
  const own = page.get(key);
  const isOwn =
    own instanceof PdfArray &&
    own.length === sides.length &&
    [...own].every((side, index) => side instanceof PdfNumber && side.value === sides[index]);
  if (!isOwn) page.set(key, new PdfArray(sides.map((side) => PdfNumber.of(side))));
}

const isSameBox = (one: Sides, other: Sides) =>
  one.left === other.left &&
  one.bottom === other.bottom &&
  one.right === other.right &&
  one.top === other.top;
