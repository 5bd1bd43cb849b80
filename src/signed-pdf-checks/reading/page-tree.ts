import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { type PdfComparison, refKey, resolve } from '../../pdf/pdf-comparison.js';

/** Nodes of a page tree: more than any document of 500 pages has. */
const MAX_NODES = 10_000;

/**
 * Whether all programs find the pages of a later revision that the library found. They differ in what they take for a
 * page, and in whether they trust the counts, so a tree that was changed has to be sound: its nodes and its pages have
 * types, parents and true counts, and each is listed once (ISO 32000-2 §7.7.3).
 */
export function isTreeClear(before: PDF, after: PDF, comparison: PdfComparison): boolean {
  return isTreeSame(before, after, comparison) || isTreeSound(after);
}

function isTreeSame(before: PDF, after: PDF, comparison: PdfComparison): boolean {
  const [old, now] = [before, after].map((pdf) => pdf.getCatalog().get('Pages'));
  const left: [PdfObject | undefined, PdfObject | undefined][] = [[old, now]];
  for (let seen = 0, pair = left.pop(); pair; pair = left.pop()) {
    const [was, is] = pair;
    if (++seen > MAX_NODES || !isSameReference(was, is)) return false;
    const [node, present] = [resolve(before, was), resolve(after, is)];
    if (!(node instanceof PdfDict && present instanceof PdfDict)) return node === present;
    const [kids, listed] = [node, present].map((each, index) =>
      resolve(index === 0 ? before : after, each.get('Kids')),
    );
    // What a page shows is compared elsewhere.
    if (!(kids instanceof PdfArray) && !(listed instanceof PdfArray)) {
      if (!comparison.same(node.get('Type'), present.get('Type'))) return false;
      continue;
    }
    if (!(kids instanceof PdfArray && listed instanceof PdfArray) || kids.length !== listed.length)
      return false;
    if (!comparison.sameEntries(node, present, new Set(['Kids', 'Parent']))) return false;
    for (const [index, kid] of [...kids].entries()) left.push([kid, listed.at(index)]);
  }
  return true;
}

const isSameReference = (one: PdfObject | undefined, other: PdfObject | undefined) =>
  one instanceof PdfRef && other instanceof PdfRef && refKey(one) === refKey(other);

function isTreeSound(pdf: PDF): boolean {
  const root = pdf.getCatalog().get('Pages');
  const pages = root instanceof PdfRef ? pagesBelow(pdf, root, null, new Set()) : null;
  return pages !== null && pages === pdf.getPageCount();
}

/** The number of pages below a node, or 1 for a page; null if anything is unsound. */
function pagesBelow(pdf: PDF, ref: PdfRef, parent: PdfRef | null, seen: Set<string>): number | null {
  const node = pdf.getObject(ref);
  if (!(node instanceof PdfDict) || node instanceof PdfStream) return null;
  if (seen.has(refKey(ref)) || seen.size >= MAX_NODES) return null;
  seen.add(refKey(ref));
  const isChild = parent === null ? !node.has('Parent') : isSameReference(node.get('Parent'), parent);
  const type = node.getName('Type')?.value;
  if (!isChild) return null;
  if (type === 'Page') return node.has('Kids') ? null : 1;
  const kids = resolve(pdf, node.get('Kids'));
  if (type !== 'Pages' || !(kids instanceof PdfArray)) return null;
  let count = 0;
  for (const kid of kids) {
    const below = kid instanceof PdfRef ? pagesBelow(pdf, kid, ref, seen) : null;
    if (below === null) return null;
    count += below;
  }
  const stated = node.getNumber('Count')?.value;
  return stated === count ? count : null;
}
