import {
  type PDF,
  PdfArray,
  type PdfDict,
  PdfNumber,
  type PDFPage,
  type PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { isBlanked } from '../presenting/settle-annotations.js';
import { annotationFlags, chosenLook, FLAGS, isWithoutState } from '../structure/annotation-look.js';
import { dictionariesIn } from '../structure/form-widgets.js';
import { inherited, unitOf } from '../structure/page-geometry.js';

/** In points; no link needs a thicker border, and one as thick as a line of text covers the text. */
const MAX_BORDER = 4;
/** Annotations that programs draw without an appearance (ISO 32000-2 §12.5.6), each in its own way. */
const DRAWN_FREELY = new Set([
  ...['Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Ink', 'Stamp'],
  ...['Highlight', 'Underline', 'Squiggly', 'StrikeOut'],
]);

/**
 * Finds annotations that some programs draw and others do not, or draw in another way, although all of them read the
 * same objects: drawings and words without an appearance, an appearance for an unstated state or for what has none, a
 * border that covers what it surrounds, or annotations in the page tree, where they do not belong.
 * @param isSigned - whether the document carries signatures, so that nothing can be settled in it
 * @returns what and where it is, worded to follow 'The document … because'; null if there is none
 */
export function contestedAnnotation(pdf: PDF, isSigned: boolean): string | null {
  for (const [index, page] of pdf.getPages().entries()) {
    const listed = inherited(pdf, page, 'Annots');
    if (!(listed instanceof PdfArray)) continue;
    const faults = dictionariesIn(pdf, listed).map((annotation) => faultOf(pdf, annotation, page, isSigned));
    if (!page.dict.has('Annots')) faults.unshift('annotations stand in the page tree');
    const fault = faults.find((each) => each !== null);
    if (fault) return `on its page ${index + 1}, ${fault}`;
  }
  return null;
}

function faultOf(pdf: PDF, annotation: PdfDict, page: PDFPage, isSigned: boolean): string | null {
  const kind = annotation.getName('Subtype', resolverOf(pdf))?.value;
  const flags = annotationFlags(pdf, annotation);
  // Fields are settled elsewhere.
  if (kind === 'Widget' || (flags & (FLAGS.hidden | FLAGS.noView)) !== 0) return null;
  if ((flags & FLAGS.invisible) !== 0) return isSigned ? 'an annotation is invisible to some' : null;
  if (kind === 'Link' && borderOf(pdf, annotation) * unitOf(pdf, page) > MAX_BORDER)
    return 'a link has a thick border';
  if (chosenLook(pdf, annotation)) return faultOfLook(kind, isSigned);
  if (isWithoutState(pdf, annotation)) return 'an appearance is for a state that is not stated';
  if (kind === 'FreeText' && hasWords(annotation, pdf)) return 'words have no appearance';
  if (DRAWN_FREELY.has(kind ?? '')) return 'a drawing has no appearance';
  // The note itself is text beside the page.
  const isLeft = isSigned && kind !== 'Text' && isBlanked(kind);
  return isLeft ? 'an annotation has no appearance' : null;
}

/** An appearance where none belongs, which not all programs draw. */
function faultOfLook(kind: string | undefined, isSigned: boolean): string | null {
  if (kind === undefined) return 'an annotation has no type';
  if (kind === 'Link') return 'a link has an appearance';
  return isSigned && kind === 'Popup' ? 'a pop-up has an appearance' : null;
}

/** Its words are rich text or plain text (ISO 32000-2 §12.5.6.6). */
function hasWords(annotation: PdfDict, pdf: PDF): boolean {
  return ['Contents', 'RC'].some((key) => {
    const words = annotation.get(key, resolverOf(pdf));
    return words instanceof PdfStream || (words instanceof PdfString && words.bytes.length > 0);
  });
}

/** The width of a link's border in units of its page (ISO 32000-2 §12.5.2 and §12.5.4). */
function borderOf(pdf: PDF, link: PdfDict): number {
  const resolve = resolverOf(pdf);
  const [, , width] = [...(link.getArray('Border', resolve) ?? [])];
  const style = link.getDict('BS', resolve)?.get('W', resolve);
  return Math.max(...[width, style].map((each) => (each instanceof PdfNumber ? Math.abs(each.value) : 0)));
}

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
