import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, type PdfString } from '@libpdf/core';
import { assemblePdf, PAGE_TREE, streamBody } from './pdf-samples.js';

/**
 * A form with an empty and a filled text field, a check box and two empty signature fields. The page draws a picture
 * P.
 */
export function formPdf(): Buffer {
  const field = (entries: string, top: number) =>
    `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /Rect [20 ${top} 200 ${top + 20}] ${entries} >>`;
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R] /SigFlags 3 /DR << /Font << /F 11 0 R >> >> >> >>',
    PAGE_TREE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 12 0 R] /Resources << /Font << /F 11 0 R >> /XObject << /P 5 0 R >> >> >>',
    streamBody('/P Do'),
    streamBody('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
    field('/FT /Tx /T (Countersign.Field.date)', 300),
    field('/FT /Tx /T (price) /V (100) /AP << /N 5 0 R >>', 260),
    field('/FT /Btn /T (agreed) /V /Off /AS /Off', 220),
    field('/FT /Sig /T (first)', 180),
    field('/FT /Sig /T (second)', 140),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [3 0 R /Fit] >>',
  ]);
}

/** The annotation with this object number on the first page. */
export function annotation(pdf: PDF, number: number): PdfDict {
  for (const ref of [...(pdf.getPages()[0]!.dict.getArray('Annots') ?? [])]) {
    if ('objectNumber' in ref && ref.objectNumber === number) return pdf.getObject(ref) as PdfDict;
  }
  throw new Error(`no object ${number}`);
}

/** An appearance together with its stream. */
export const appearance = (pdf: PDF, content = '0 0 5 5 re f') =>
  PdfDict.of({
    N: pdf.register(
      PdfStream.fromDict(
        {
          Type: PdfName.of('XObject'),
          Subtype: PdfName.of('Form'),
          BBox: PdfArray.of(...[0, 0, 9, 9].map((n) => PdfNumber.of(n))),
        },
        Buffer.from(content),
      ),
    ),
  });

/** Sets the value and appearance of one field, as a signer's update does. */
export function fill(pdf: PDF, number: number, value: PdfString | PdfName): void {
  const field = annotation(pdf, number);
  field.set('V', value);
  field.set('AP', appearance(pdf));
}
