import { type PDF, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { sidesOf } from './page-geometry.js';

/** Flags of an annotation (ISO 32000-2 §12.5.3). */
export const FLAGS = { invisible: 1, hidden: 2, noZoom: 8, noRotate: 16, noView: 32 } as const;

/** Entries that programs draw of a field without an appearance: its caption, icon and colours. */
const DRAWN_OF_STYLE = ['CA', 'I', 'BG', 'BC'];

export const annotationFlags = (pdf: PDF, annotation: PdfDict): number =>
  annotation.getNumber('F', resolverOf(pdf))?.value ?? 0;

/**
 * The form XObject that draws an annotation in its present state (ISO 32000-2 §12.5.5); null if there is none, or if
 * its box is missing or has no area, since programs differ in what they then draw.
 */
export function chosenLook(pdf: PDF, annotation: PdfDict): PdfRef | null {
  const resolve = resolverOf(pdf);
  const looks = annotation.getDict('AP', resolve);
  const chosen = streamAt(pdf, looks?.get('N')) ?? streamAt(pdf, ofState(pdf, annotation, looks));
  if (!chosen) return null;
  const box = sidesOf(chosen.stream.get('BBox', resolve));
  return box && box.right > box.left && box.top > box.bottom ? chosen.ref : null;
}

/** An appearance with several states, none of which is chosen: some programs draw the first. */
export function isWithoutState(pdf: PDF, annotation: PdfDict): boolean {
  const resolve = resolverOf(pdf);
  const normal = annotation.getDict('AP', resolve)?.get('N', resolve);
  if (!(normal instanceof PdfDict) || normal instanceof PdfStream) return false;
  return !annotation.getName('AS', resolve) && [...normal].some(([, look]) => streamAt(pdf, look) !== null);
}

/** Whether a field without an appearance has a caption, an icon or a colour that programs may draw. */
export function hasStyle(pdf: PDF, widget: PdfDict): boolean {
  const style = widget.getDict('MK', resolverOf(pdf));
  return DRAWN_OF_STYLE.some((key) => style?.get(key, resolverOf(pdf)) !== undefined);
}

/** Whether its rectangle has an area. */
export function hasArea(pdf: PDF, annotation: PdfDict): boolean {
  const sides = sidesOf(annotation.get('Rect', resolverOf(pdf)));
  return sides !== null && sides.right > sides.left && sides.top > sides.bottom;
}

function ofState(pdf: PDF, annotation: PdfDict, looks: PdfDict | undefined): PdfObject | undefined {
  const state = annotation.getName('AS', resolverOf(pdf))?.value;
  return state === undefined ? undefined : looks?.getDict('N', resolverOf(pdf))?.get(state);
}

function streamAt(pdf: PDF, look: PdfObject | undefined): { ref: PdfRef; stream: PdfStream } | null {
  const stream = look instanceof PdfRef ? pdf.getObject(look) : null;
  return look instanceof PdfRef && stream instanceof PdfStream ? { ref: look, stream } : null;
}

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
