import { type PDF, PdfDict, PdfNumber, type PdfRef } from '@libpdf/core';
import { Appearance } from '../marks/appearance.js';
import { annotationFlags, chosenLook, FLAGS } from '../structure/annotation-look.js';
import { dictionariesIn } from '../structure/form-widgets.js';

/** Marks of programs that some draw, each with its own icon, and the signing page does not; and words without words. */
const BLANKED = new Set(['Text', 'FileAttachment', 'Sound', 'Caret', 'Redact', 'Movie', 'FreeText']);

/** Whether an annotation of this kind (ISO 32000-2 §12.5.6) is given an empty appearance if it has none. */
export const isBlanked = (kind: string | undefined): boolean => BLANKED.has(kind ?? '');

/**
 * Settles the annotations of all pages other than fields, so that all programs draw them as the signing page does: in
 * their present state only, upright and to scale with the page, and not at all without an appearance.
 * @returns whether anything was changed
 */
export function settleAnnotations(pdf: PDF): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const annotations = pdf
    .getPages()
    .flatMap((page) => dictionariesIn(pdf, page.dict.getArray('Annots', resolve)));
  let blank: PdfRef | null = null;
  const blankLook = () => (blank ??= new Appearance(pdf, { width: 1, height: 1 }).finish(0));
  return annotations.filter((annotation) => settle(pdf, annotation, blankLook)).length > 0;
}

function settle(pdf: PDF, annotation: PdfDict, blankLook: () => PdfRef): boolean {
  const flags = annotationFlags(pdf, annotation);
  if ((flags & FLAGS.hidden) !== 0) return false;
  // Some programs hide annotations of unknown types only (ISO 32000-2 §12.5.3), others none.
  if ((flags & FLAGS.invisible) !== 0) return setFlags(annotation, flags | FLAGS.hidden);
  const kind = annotation.getName('Subtype', (ref) => pdf.getObject(ref))?.value;
  if (kind === 'Widget') return false;
  const look = kind === 'Popup' ? null : chosenLook(pdf, annotation);
  const isTurned = look !== null && setFlags(annotation, flags & ~(FLAGS.noZoom | FLAGS.noRotate));
  if (look) return setLook(annotation, look) || isTurned;
  if (isBlanked(kind)) return setLook(annotation, blankLook());
  const hadLook = annotation.has('AP');
  annotation.delete('AP');
  return hadLook;
}

/**
 * Makes this the only appearance, whatever the state and wherever the pointer is.
 * @returns whether it was not
 */
export function setLook(annotation: PdfDict, look: PdfRef): boolean {
  const looks = annotation.get('AP');
  const isOnly = looks instanceof PdfDict && [...looks].length === 1 && looks.get('N') === look;
  if (isOnly && !annotation.has('AS')) return false;
  annotation.set('AP', PdfDict.of({ N: look }));
  annotation.delete('AS');
  return true;
}

function setFlags(annotation: PdfDict, flags: number): boolean {
  const isOther = annotation.getNumber('F')?.value !== flags;
  if (isOther) annotation.set('F', PdfNumber.of(flags));
  return isOther;
}
