import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PDFPage,
  PdfRef,
} from '@libpdf/core';
import { refKey, resolve } from '../../pdf/pdf-comparison.js';
import { type Change } from '../domain/document-facts.js';
import { dictAt, kidsOf } from './form-fields.js';
import { type Box, covers, type Mark } from './mark-geometry.js';
import { type EarlierPdf } from './open-document.js';
import { pageMarks } from './page-marks.js';

/** Flags of an annotation (ISO 32000-2 §12.5.3): never shown, shown in one size, and shown upright. */
const [HIDDEN, NO_ZOOM, NO_ROTATE] = [2, 8, 16];
const FULL_TURN = 360;
const MAX_TREE_DEPTH = 64;
/** Annotations that draw nothing on the page. */
const WITHOUT_LOOK = new Set(['Link', 'Popup']);

/** Pages on which annotations that came later are drawn over what was there when the document was signed. */
export async function coveredPages({ pdf: before, bytes }: EarlierPdf, after: PDF): Promise<Change[]> {
  const earlier = new Map(before.getPages().map((page) => [refKey(page.ref), page]));
  const pages: number[] = [];
  for (const page of after.getPages()) {
    const old = earlier.get(refKey(page.ref));
    const present = new Set(old ? kidsOf(before, old.dict, 'Annots').map(nameOf) : []);
    const boxes = old ? shownBoxes(after, page, (item) => !present.has(nameOf(item))) : [];
    if (boxes.length === 0) continue;
    const marks = await marksOn({ pdf: before, bytes }, old!);
    if (boxes.some((box) => marks === null || box === null || covers(box, marks))) pages.push(page.index + 1);
  }
  return pages.length > 0 ? [{ kind: 'pages_covered', pages }] : [];
}

/** Null if what the page shows cannot be told. */
async function marksOn({ pdf, bytes }: EarlierPdf, page: PDFPage): Promise<Mark[] | null> {
  const drawn = await pageMarks(bytes, page.index).catch(() => null);
  const annotations = shownBoxes(pdf, page, () => true);
  if (drawn === null || annotations.includes(null)) return null;
  return [...drawn, ...annotations.map((box): Mark => ({ kind: 'content', box: box! }))];
}

/** Where annotations are shown on a page; null for one that reaches beyond its rectangle, or has none. */
function shownBoxes(pdf: PDF, page: PDFPage, isMeant: (item: PdfObject) => boolean): (Box | null)[] {
  const beyondItsBox = isTurned(pdf, page) ? NO_ZOOM | NO_ROTATE : NO_ZOOM;
  return kidsOf(pdf, page.dict, 'Annots').flatMap((item) => {
    const annotation = resolve(pdf, item);
    if (!(annotation instanceof PdfDict) || !isMeant(item)) return [];
    const flags = resolve(pdf, annotation.get('F'));
    const bits = flags instanceof PdfNumber ? flags.value : 0;
    if ((bits & HIDDEN) !== 0 || !hasLook(pdf, annotation)) return [];
    const box = boxOf(pdf, annotation.get('Rect'));
    if (box && (box.left === box.right || box.bottom === box.top)) return [];
    return [(bits & beyondItsBox) === 0 ? box : null];
  });
}

function isTurned(pdf: PDF, page: PDFPage): boolean {
  let node: PdfDict | undefined = page.dict;
  for (let depth = 0; node && depth < MAX_TREE_DEPTH; depth++) {
    const turn = resolve(pdf, node.get('Rotate'));
    if (turn !== null) return !(turn instanceof PdfNumber) || turn.value % FULL_TURN !== 0;
    node = dictAt(pdf, node, 'Parent');
  }
  return false;
}

/** An annotation that is no object of its own cannot be told from another, so it counts as new. */
const nameOf = (item: PdfObject) => (item instanceof PdfRef ? refKey(item) : item);

/** Nothing is drawn of links, and of a field to sign that has no appearance. */
function hasLook(pdf: PDF, annotation: PdfDict): boolean {
  const [subtype, type] = ['Subtype', 'FT'].map((key) => resolve(pdf, annotation.get(key)));
  if (subtype instanceof PdfName && WITHOUT_LOOK.has(subtype.value)) return false;
  const isToSign = type instanceof PdfName && type.value === 'Sig';
  return !isToSign || annotation.has('AP') || annotation.has('MK') || annotation.has('V');
}

function boxOf(pdf: PDF, rectangle: PdfObject | undefined): Box | null {
  const sides = resolve(pdf, rectangle);
  if (!(sides instanceof PdfArray)) return null;
  const [x1, y1, x2, y2, ...more] = [...sides].map((side) => {
    const value = resolve(pdf, side);
    return value instanceof PdfNumber ? value.value : Number.NaN;
  });
  if (x1 === undefined || y2 === undefined || more.length > 0) return null;
  const box = {
    left: Math.min(x1, x2!),
    bottom: Math.min(y1!, y2),
    right: Math.max(x1, x2!),
    top: Math.max(y1!, y2),
  };
  return Object.values(box).some(Number.isNaN) ? null : box;
}
