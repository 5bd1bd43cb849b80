import { type PDF, PdfDict, PdfName, PdfNumber, type PdfObject, type PDFPage, PdfRef } from '@libpdf/core';
import { refKey, resolve } from '../../pdf/pdf-comparison.js';
import { type Change } from '../domain/document-facts.js';
import { boxOf, hasNoSize } from './annotation-box.js';
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

/**
 * Pages on which later annotations are drawn over the content that was there when the document was signed.
 * @param signed references (as given by `refKey`) to fields that were there and have been signed since: whatever they
 * showed before, they can show something else now
 */
export async function coveredPages(
  { pdf: before, bytes }: EarlierPdf,
  after: PDF,
  signed: ReadonlySet<string>,
): Promise<Change[]> {
  const isLater = (item: PdfObject) => item instanceof PdfRef && signed.has(refKey(item));
  const earlier = new Map(before.getPages().map((page) => [refKey(page.ref), page]));
  const pages: number[] = [];
  for (const page of after.getPages()) {
    const old = earlier.get(refKey(page.ref));
    const present = new Set(old ? kidsOf(before, old.dict, 'Annots').map(nameOf) : []);
    const boxes = old ? shownBoxes(after, page, (item) => !present.has(nameOf(item)) || isLater(item)) : [];
    if (boxes.length === 0) continue;
    const marks = await marksOn({ pdf: before, bytes }, old!, (item) => !isLater(item));
    if (boxes.some((box) => marks === null || box === null || covers(box, marks))) pages.push(page.index + 1);
  }
  return pages.length > 0 ? [{ kind: 'pages_covered', pages }] : [];
}

/** Null if it is uncertain what the page shows. */
async function marksOn(
  { pdf, bytes }: EarlierPdf,
  page: PDFPage,
  isMeant: (annotation: PdfObject) => boolean,
): Promise<Mark[] | null> {
  const drawn = await pageMarks(bytes, page.index).catch(() => null);
  const annotations = shownBoxes(pdf, page, isMeant);
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
    if (box && hasNoSize(box)) return [];
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

/** An annotation that is a direct object has no identity, so it counts as new. */
const nameOf = (item: PdfObject) => (item instanceof PdfRef ? refKey(item) : item);

/** Nothing is drawn for links, and for a signature field without an appearance. */
function hasLook(pdf: PDF, annotation: PdfDict): boolean {
  const [subtype, type] = ['Subtype', 'FT'].map((key) => resolve(pdf, annotation.get(key)));
  if (subtype instanceof PdfName && WITHOUT_LOOK.has(subtype.value)) return false;
  const isToSign = type instanceof PdfName && type.value === 'Sig';
  return !isToSign || annotation.has('AP') || annotation.has('MK') || annotation.has('V');
}
