import {
  type PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { fieldNamed } from './signed-uploads.js';

type Change = (pdf: PDF) => void;

/** A field of a document by `advancedPdf` or `completedBySigners`, which shows who signed. */
const SHOWN = 'Countersign-Signature1';

const numbers = (...values: number[]) => PdfArray.of(...values.map((value) => PdfNumber.of(value)));
const shown = (pdf: PDF) => fieldNamed(pdf, SHOWN);
const formOf = (pdf: PDF) => pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref))!;

const setting =
  (key: string, value: (pdf: PDF) => PdfObject): Change =>
  (pdf) =>
    shown(pdf).set(key, value(pdf));
const flagged = (flags: number) => setting('F', () => PdfNumber.of(flags));

const blank = (pdf: PDF): PdfRef =>
  pdf.register(
    PdfStream.fromDict(
      { Type: PdfName.of('XObject'), Subtype: PdfName.of('Form'), BBox: numbers(0, 0, 475, 148) },
      Buffer.from('1 g 0 0 475 148 re f'),
    ),
  );

/** The form tells programs to draw its fields anew, in whichever way it is written. */
const redrawn =
  (flag: (pdf: PDF) => PdfObject, further: Record<string, PdfObject> = {}): Change =>
  (pdf) => {
    formOf(pdf).set('NeedAppearances', flag(pdf));
    for (const [key, value] of Object.entries(further)) formOf(pdf).set(key, value);
  };

/** Updates after which a program may draw a signature differently, whose form has only signature fields. */
export const WIDGETS: Record<string, Change> = {
  'fields to be drawn anew': redrawn(() => PdfBool.of(true)),
  'fields to be drawn anew, by a reference': redrawn((pdf) => pdf.register(PdfBool.of(true))),
  'fields to be drawn anew, in no boolean': redrawn(() => PdfName.of('true')),
  'fields to be drawn anew in another font': redrawn(() => PdfBool.of(true), {
    DA: PdfString.fromString('/Helv 40 Tf 1 g'),
    DR: PdfDict.of({ Font: new PdfDict() }),
  }),
  'a blank appearance': setting('AP', (pdf) => PdfDict.of({ N: blank(pdf) })),
  'a blank appearance under the same number': (pdf) => {
    const drawn = shown(pdf).getDict('AP')!.get('N');
    if (!(drawn instanceof PdfRef)) throw new Error(`The appearance of ${SHOWN} is no reference`);
    const stream = pdf.getObject(drawn) as PdfStream;
    stream.setData(Buffer.from('1 g 0 0 475 148 re f'));
    stream.delete('Filter');
  },
  'no appearance': (pdf) => void shown(pdf).delete('AP'),
  'an appearance under the pointer': (pdf) => shown(pdf).getDict('AP')!.set('R', blank(pdf)),
  'an appearance when pressed': (pdf) => shown(pdf).getDict('AP')!.set('D', blank(pdf)),
  'a state of the appearance': setting('AS', () => PdfName.of('Off')),
  'a hidden field': flagged(132 | 2),
  'a field that is not viewed': flagged(132 | 32),
  'a field that is not printed': flagged(128),
  'a field that disappears under the pointer': flagged(132 | 256),
  'a field in one size': flagged(132 | 8),
  'another place': setting('Rect', () => numbers(0, 0, 1, 1)),
  'a ground': setting('MK', () => PdfDict.of({ BG: numbers(1, 1, 1) })),
  'a turned field': setting('MK', () => PdfDict.of({ R: PdfNumber.of(180) })),
  'a thick border': setting('Border', () => numbers(0, 0, 200)),
  'a style of the border': setting('BS', () => PdfDict.of({ W: PdfNumber.of(200) })),
  'a colour': setting('C', () => numbers(1, 1, 1)),
  'a font of its own': setting('DA', () => PdfString.fromString('/Helv 40 Tf 1 g')),
  'a layer that is off': setting('OC', (pdf) =>
    pdf.register(PdfDict.of({ Type: PdfName.of('OCG'), Name: PdfString.fromString('x') })),
  ),
  'an action': setting('A', () => PdfDict.of({ S: PdfName.of('Hide'), T: PdfString.fromString(SHOWN) })),
  'another kind of annotation': setting('Subtype', () => PdfName.of('Popup')),
  'another type of field': setting('FT', () => PdfName.of('Tx')),
  'another name of who signed': (pdf) => {
    const signature = pdf.getObject(shown(pdf).get('V') as PdfRef) as PdfDict;
    signature.set('Name', PdfString.fromString('Mallory'));
  },
};
