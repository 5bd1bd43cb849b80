import { type PDF, PdfArray, PdfDict, PdfNumber, PdfRef, PdfStream } from '@libpdf/core';
import { refKey } from '../pdf-comparison.js';
import { areaOf, INHERITABLE, lineageOf, nearest, resourcesOf } from '../structure/page-attributes.js';
import { type Sides } from '../structure/page-geometry.js';

/** Nodes of a page tree: more than any document of 500 pages has. */
const MAX_NODES = 10_000;
const QUARTER = 90;
const SPACE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const [LINE_FEED, CARRIAGE_RETURN, PERCENT] = [0x0a, 0x0d, 0x25];

/**
 * Finds pages of a signed document, in which nothing can be settled, that programs put together in different ways: what
 * a page inherits (ISO 32000-2 §7.7.3.4), how it is turned and cropped, and how the parts of its content are joined.
 * @returns what and where it is, worded to follow 'The signed PDF'; null if there is none
 */
export function contestedPage(pdf: PDF): string | null {
  const listed = nodesAbove(pdf);
  for (const [index, { dict, ref }] of pdf.getPages().entries()) {
    const fault = faultOf(pdf, dict, listed.get(refKey(ref)) ?? []);
    if (fault) return `${fault} (page ${index + 1})`;
  }
  return null;
}

function faultOf(pdf: PDF, page: PdfDict, above: readonly PdfDict[]): string | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const lineage = lineageOf(pdf, page);
  const nodes = lineage.slice(1);
  const isAsListed = nodes.length === above.length && nodes.every((node, index) => node === above[index]);
  const isEndless = lineage.at(-1)!.has('Parent');
  const mayInherit = [...nodes, ...above].some((node) => INHERITABLE.some((key) => node.has(key)));
  if (isEndless || (!isAsListed && mayInherit))
    return 'has a page that inherits from another part of the page tree than lists it';
  const own = lineage.map((node) => node.getDict('Resources', resolve)).find((each) => each !== undefined);
  if (own && resourcesOf(pdf, lineage) !== own) return 'has resources of a page and others above it';
  const media = areaOf(pdf, nearest(pdf, lineage, 'MediaBox'));
  if (!media) return 'has a page without a sound size';
  const crop = nearest(pdf, lineage, 'CropBox');
  if (crop && !overlap(areaOf(pdf, crop), media)) return 'has a page without a sound crop box';
  const turn = nearest(pdf, lineage, 'Rotate');
  if (turn && !(turn instanceof PdfNumber && turn.value % QUARTER === 0))
    return 'has a page that is turned by an odd angle';
  const contents = page.get('Contents', resolve);
  const parts = contents instanceof PdfArray ? [...contents] : [];
  return touches(parts.map((part) => (part instanceof PdfRef ? resolve(part) : part)))
    ? 'has content that is split within a word'
    : null;
}

const overlap = (box: Sides | null, media: Sides) =>
  box !== null &&
  box.left < media.right &&
  box.right > media.left &&
  box.bottom < media.top &&
  box.top > media.bottom;

/** For each page, by its reference, the nodes that list it, the nearest first. */
function nodesAbove(pdf: PDF): Map<string, PdfDict[]> {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const found = new Map<string, PdfDict[]>();
  const root = pdf.getCatalog().getDict('Pages', resolve);
  const left: PdfDict[][] = root ? [[root]] : [];
  for (let seen = 0, path = left.pop(); path && seen < MAX_NODES; path = left.pop(), seen++) {
    for (const kid of path[0]!.getArray('Kids', resolve) ?? []) {
      const node = kid instanceof PdfRef ? resolve(kid) : kid;
      if (!(node instanceof PdfDict) || path.includes(node)) continue;
      if (node.has('Kids')) left.push([node, ...path]);
      else if (kid instanceof PdfRef) found.set(refKey(kid), path);
    }
  }
  return found;
}

/** Whether a part may continue a word or a comment of the one before it; programs join them with white space or without. */
function touches(parts: readonly unknown[]): boolean {
  return parts.slice(1).some((part, index) => {
    const [before, after] = [parts[index], part];
    if (!(before instanceof PdfStream && after instanceof PdfStream)) return false;
    const [text, next] = [before.getDecodedData(), after.getDecodedData()];
    if (text.length === 0 || next.length === 0) return false;
    const isSpaced = SPACE.has(text.at(-1)!) || SPACE.has(next[0]!);
    const line = text.subarray(Math.max(text.lastIndexOf(LINE_FEED), text.lastIndexOf(CARRIAGE_RETURN)) + 1);
    return !isSpaced || line.includes(PERCENT);
  });
}
