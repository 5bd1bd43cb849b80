import { type PDF, PdfArray, PdfBool, PdfDict, type PdfObject, PdfRef, PdfString } from '@libpdf/core';

/** Flags of an annotation (ISO 32000-1 §12.5.3): printed with its page, and not shown on screen. */
const PRINTED = 4;
const NOT_SHOWN = 32;
/**
 * Entries that readers draw of a field without an appearance: its caption, icon and colours, its value, or its
 * options.
 */
const DRAWN_OF_LOOK = ['CA', 'I', 'BG', 'BC'];
const DRAWN_OF_FIELD = ['V', 'Opt'];
/** Fields nest (ISO 32000-1 §12.7.3.2), endlessly in a damaged file. */
const MAX_DEPTH = 32;

/** Whether an annotation or image is printed differently from how it is shown on screen. */
export function printsSomethingElse(object: PdfDict, pdf: PDF): boolean {
  return printsUnseen(object, pdf) || printsAlternate(object, pdf) || isForPrinters(object, pdf);
}

/** An annotation that is printed but not shown, and has an appearance or is drawn without one. */
function printsUnseen(object: PdfDict, pdf: PDF): boolean {
  const resolve = resolverOf(pdf);
  const flags = object.getNumber('F', resolve)?.value ?? 0;
  if (!object.has('Rect') || (flags & PRINTED) === 0 || (flags & NOT_SHOWN) === 0) return false;
  return object.has('AP') || isDrawnByReaders(object, pdf);
}

/** Readers draw most annotations without an appearance, but not empty fields. */
function isDrawnByReaders(annotation: PdfDict, pdf: PDF): boolean {
  const resolve = resolverOf(pdf);
  const kind = annotation.getName('Subtype', resolve)?.value;
  if (kind !== 'Widget') return kind !== undefined && kind !== 'Popup';
  const look = annotation.getDict('MK', resolve);
  if (look && DRAWN_OF_LOOK.some((key) => isFilled(look.get(key, resolve)))) return true;
  let field: PdfDict | undefined = annotation;
  for (let depth = 0; field && depth < MAX_DEPTH; depth++) {
    if (DRAWN_OF_FIELD.some((key) => isFilled(field!.get(key, resolve)))) return true;
    field = field.getDict('Parent', resolve);
  }
  return false;
}

function isFilled(entry: PdfObject | undefined): boolean {
  if (entry instanceof PdfString) return entry.bytes.length > 0;
  if (entry instanceof PdfArray) return entry.length > 0;
  return entry !== undefined && entry.type !== 'null';
}

/** An image that is replaced by another when printed (ISO 32000-1 §8.9.5.4). */
function printsAlternate(object: PdfDict, pdf: PDF): boolean {
  const resolve = resolverOf(pdf);
  return [...(object.getArray('Alternates', resolve) ?? [])].some((each) => {
    const alternate = each instanceof PdfRef ? pdf.getObject(each) : each;
    if (!(alternate instanceof PdfDict)) return false;
    const isDefault = alternate.get('DefaultForPrinting', resolve);
    return isDefault instanceof PdfBool && isDefault.value;
  });
}

/** PostScript, which is sent to printers and never shown (ISO 32000-1 §8.8.2). */
function isForPrinters(object: PdfDict, pdf: PDF): boolean {
  return ['Subtype', 'Subtype2'].some((key) => object.getName(key, resolverOf(pdf))?.value === 'PS');
}

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
