import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { dictionariesIn } from '../structure/form-widgets.js';
import { inherited, unitOf } from '../structure/page-geometry.js';

/** Flag of an annotation that is never drawn (ISO 32000-2 §12.5.3). */
const HIDDEN = 2;
/** In points; no link needs a thicker border, and one as thick as a line of text covers what stands in it. */
const MAX_BORDER = 4;

/**
 * What of the pages' annotations some programs draw and others do not, although all of them read the same objects: words
 * without an appearance, an appearance for a state that is not stated, a border that covers what it surrounds, or
 * annotations in the page tree, where they have no place.
 * @returns where and what that is, in words that follow 'The document … because'; null if there is nothing
 */
export function contestedAnnotation(pdf: PDF): string | null {
  for (const [index, page] of pdf.getPages().entries()) {
    const listed = inherited(pdf, page, 'Annots');
    if (!(listed instanceof PdfArray)) continue;
    const faults = dictionariesIn(pdf, listed).map((annotation) =>
      faultOf(pdf, annotation, unitOf(pdf, page)),
    );
    if (!page.dict.has('Annots')) faults.unshift('annotations stand in the page tree');
    const fault = faults.find((each) => each !== null);
    if (fault) return `on its page ${index + 1}, ${fault}`;
  }
  return null;
}

/** @param unit of the page, in points */
function faultOf(pdf: PDF, annotation: PdfDict, unit: number): string | null {
  const resolve = resolverOf(pdf);
  const kind = annotation.getName('Subtype', resolve)?.value;
  const flags = annotation.getNumber('F', resolve)?.value ?? 0;
  // Fields are settled by themselves.
  if (kind === 'Widget' || (flags & HIDDEN) !== 0) return null;
  if (kind === 'Link')
    return borderOf(pdf, annotation) * unit > MAX_BORDER ? 'a link has a thick border' : null;
  if (kind === 'FreeText' && !annotation.has('AP') && hasWords(annotation, pdf))
    return 'words have no appearance';
  return isWithoutState(pdf, annotation) ? 'an appearance is for a state that is not stated' : null;
}

/** Its words are rich text, or else plain (ISO 32000-2 §12.5.6.6). */
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

/** An appearance with several states, of which none is chosen (ISO 32000-2 §12.5.5): some programs draw the first. */
function isWithoutState(pdf: PDF, annotation: PdfDict): boolean {
  const resolve = resolverOf(pdf);
  const normal = annotation.getDict('AP', resolve)?.get('N', resolve);
  if (!(normal instanceof PdfDict) || normal instanceof PdfStream) return false;
  const isDrawn = (look: PdfObject) => (look instanceof PdfRef ? resolve(look) : look) instanceof PdfStream;
  return !annotation.getName('AS', resolve) && [...normal].some(([, look]) => isDrawn(look));
}

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
