import { type PDF, PdfArray, PdfBool, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { formWidgets } from './form-widgets.js';

/**
 * The setting that leaves the pages to the reader (XFA 3.3 §13, packet `config`). LiveCycle's own note of a format is no sign:
 * forms of fixed pages have it, too.
 */
const RENDERED_BY_READER = /<(?:\w+:)?dynamicRender>\s*required\b/;

/**
 * What XFA form a document has beside its pages. A `static` one fills in what stands on the pages, so that nothing is missing
 * without it. The pages of a `dynamic` one are made by the few programs that know XFA, and those in the file only say so; in
 * doubt it is dynamic.
 * @returns null without one
 */
export function xfaKind(pdf: PDF): 'static' | 'dynamic' | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const form = pdf.getCatalog().getDict('AcroForm', resolve);
  if (!form?.has('XFA')) return null;
  const packets = packetsOf(pdf, form.get('XFA', resolve));
  const isRegenerated = pdf.getCatalog().get('NeedsRendering', resolve);
  if (isRegenerated instanceof PdfBool && isRegenerated.value) return 'dynamic';
  if (packets.length === 0) return 'static';
  const texts = packets.map(textOf);
  const isFilled = formWidgets(pdf).length > 0 && texts.some((text) => text.includes('template'));
  return isFilled && !texts.some((text) => RENDERED_BY_READER.test(text)) ? 'static' : 'dynamic';
}

/** One stream, or streams behind their names (ISO 32000-2 §12.7.8). */
function packetsOf(pdf: PDF, found: PdfObject | undefined): PdfStream[] {
  const parts = found instanceof PdfArray ? [...found] : [found];
  return parts
    .map((part) => (part instanceof PdfRef ? pdf.getObject(part) : part))
    .filter((part) => part instanceof PdfStream);
}

/** Empty if it cannot be read. */
function textOf(packet: PdfStream): string {
  try {
    // Two bytes may stand for a character.
    return Buffer.from(packet.getDecodedData()).toString('latin1').replaceAll('\0', '');
  } catch {
    return '';
  }
}
