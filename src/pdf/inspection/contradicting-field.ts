import { type PDF, PdfDict, PdfName, PDFPage, PdfRef, PdfStream } from '@libpdf/core';
import { isOurField } from '../signing/document-fields.js';
import { OFF, shownText, tickState } from '../presenting/field-values.js';
import { fieldAttribute, type FormWidget, formWidgets } from '../structure/form-widgets.js';

/** Never an object of the file: the page that is read is not part of it. */
const NO_OBJECT = PdfRef.of(0, 65_535);

/**
 * The name of the first field of a form that looks otherwise than what it holds, of which some programs show the one and some
 * the other; null if there is none. A field without a look is drawn from its value by everybody.
 */
export function contradictingField(pdf: PDF): string | null {
  const found = formWidgets(pdf).find((each) => each.isOnPage && contradictsItself(pdf, each));
  return found ? found.name : null;
}

function contradictsItself(pdf: PDF, each: FormWidget): boolean {
  if (each.type === 'tick') return isOtherTick(pdf, each);
  if (each.type !== 'text' && each.type !== 'choice') return false;
  const look = lookOf(pdf, each.widget);
  if (look === null) return false;
  const [drawn, held] = [squeezed(look), squeezed(shownText(pdf, each).text)];
  return drawn !== held && !(isOurField(each.name) && isMark(drawn, held));
}

/** In a document that we sealed before: a mark holds its signer's name, which may be drawn, or written in another way. */
const isMark = (drawn: string, held: string) => drawn === '' || !/\p{N}/u.test(drawn + held);

/** Of several ticks of one field, the one that is on gives the value. */
function isOtherTick(pdf: PDF, each: FormWidget): boolean {
  const value = fieldAttribute(pdf, each.widget, 'V');
  const name = value instanceof PdfName ? value.value : null;
  const state = tickState(pdf, each);
  if (name === null) return false;
  return each.field === each.widget ? state !== name : state !== OFF && state !== name;
}

/** The words of a field's normal appearance; null if it has none. */
function lookOf(pdf: PDF, widget: PdfDict): string | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const contents = widget.getDict('AP', resolve)?.get('N');
  const stream = contents instanceof PdfRef ? resolve(contents) : contents;
  if (!(stream instanceof PdfStream) || contents === undefined) return null;
  const form = pdf.getCatalog().getDict('AcroForm', resolve);
  const resources = stream.get('Resources') ?? form?.get('DR') ?? new PdfDict();
  const page = PdfDict.of({ Type: PdfName.of('Page'), Contents: contents, Resources: resources });
  const box = stream.get('BBox', resolve);
  if (box) page.set('MediaBox', box);
  return new PDFPage(NO_OBJECT, page, 0, pdf.context).extractText().text;
}

const squeezed = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');
