import { OTHER } from './crafted-pdfs.js';
import { assemblePdf, PAGE_TREE, streamBody } from './pdf-samples.js';

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const COVER = '1 g 0 0 240 40 re f 0 g 150 5 20 30 re f 200 5 20 30 re f';
const look = (box: string, entries = '') =>
  streamBody(COVER, `/Type /XObject /Subtype /Form ${box} /Resources << /Font << /F1 5 0 R >> >> ${entries}`);
const LINE = '60 710 300 710';
const CORNERS = '60 730 300 730 60 690 300 690';
const [WHITE, THICK] = ['/C [1 1 1]', '/BS << /W 40 >>'];
const WORDS = `/Contents (${OTHER}) /DA (/Helv 24 Tf 0 g)`;

/**
 * A page with a bar, covered by an annotation, object 8. Its appearance may be object 6, with two other bars, or 7 and 9,
 * the same in a box without an area and without a box.
 */
const annotated = (annotation: string, page = '', form = '') =>
  assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R ${form} >>`,
    PAGE_TREE,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [8 0 R] ${page} /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>`,
    streamBody('80 700 20 20 re f'),
    FONT,
    look('/BBox [0 0 240 40]'),
    look('/BBox [0 0 0 0]'),
    `<< /Type /Annot /Rect [60 690 300 730] ${annotation} >>`,
    look(''),
  ]);

const field = (entries: string) =>
  annotated(`/Subtype /Widget /F 4 /P 3 0 R ${entries}`, '', '/AcroForm << /Fields [8 0 R] >>');

/** Annotations and fields that one program draws and another does not, although all read the same objects. */
export function craftedAnnotations(): Record<string, Buffer> {
  const annotations = {
    'a white line': `/Subtype /Line /L [${LINE}] ${WHITE} ${THICK}`,
    'white lines': `/Subtype /PolyLine /Vertices [${LINE}] ${WHITE} ${THICK}`,
    'white ink': `/Subtype /Ink /InkList [[${LINE}]] ${WHITE} ${THICK}`,
    'a white polygon': `/Subtype /Polygon /Vertices [60 690 300 690 300 730 60 730] ${WHITE} /IC [1 1 1]`,
    'a white square': `/Subtype /Square ${WHITE} /IC [1 1 1]`,
    'a square with an empty AP': `/Subtype /Square ${WHITE} /IC [1 1 1] /AP << >>`,
    'a circle whose state has no look': '/Subtype /Circle /C [0 0 0] /AS /On /AP << /N << /Off 6 0 R >> >>',
    'a highlight': `/Subtype /Highlight /QuadPoints [${CORNERS}] /C [0 0 0]`,
    'a line through it': `/Subtype /StrikeOut /QuadPoints [${CORNERS}] /C [0 0 0]`,
    'a stamp without a look': '/Subtype /Stamp /Name /Draft',
    'a stamp with only another look': '/Subtype /Stamp /Name /Draft /AP << /D 6 0 R >>',
    'a stamp in no box': '/Subtype /Stamp /AP << /N 7 0 R >>',
    'a stamp without a box': '/Subtype /Stamp /AP << /N 9 0 R >>',
    'a stamp for printers': '/Subtype /Stamp /F 36 /AP << /N 6 0 R >>',
    'a stamp that does not turn': '/Subtype /Stamp /F 28 /AP << /N 6 0 R >>',
    'an invisible stamp': '/Subtype /Stamp /F 1 /AP << /N 6 0 R >>',
    'an invisible circle': '/Subtype /Circle /F 1 /C [0 0 0] /IC [1 1 1]',
    'words with only another look': `/Subtype /FreeText ${WORDS} /AP << /D 6 0 R >>`,
    'words with an empty AP': `/Subtype /FreeText ${WORDS} /AP << >>`,
    'words with a look that is null': `/Subtype /FreeText ${WORDS} /AP << /N null >>`,
    'words without words': `/Subtype /FreeText /DA (/Helv 24 Tf 0 g) ${WHITE} ${THICK}`,
    'a redaction': `/Subtype /Redact /QuadPoints [${CORNERS}] /IC [1 1 1] /OverlayText (${OTHER}) /DA (/Helv 24 Tf 0 g)`,
    'a note': `/Subtype /Text /Contents (${OTHER}) /Name /Note`,
    'a note with a look': `/Subtype /Text /Contents (${OTHER}) /F 28 /AP << /N 6 0 R >>`,
    'a caret': '/Subtype /Caret /C [0 0 0]',
    'a file': '/Subtype /FileAttachment /Name /Graph',
    'a sound': '/Subtype /Sound /Name /Speaker',
    'a movie': '/Subtype /Movie /Movie << /F (a.mov) /Poster true >>',
    'a watermark': `/Subtype /Watermark /Contents (${OTHER})`,
    'an open pop-up': `/Subtype /Popup /Open true /Contents (${OTHER})`,
    'a pop-up with a look': '/Subtype /Popup /AP << /N 6 0 R >>',
    'a link with a look': '/Subtype /Link /AP << /N 6 0 R >>',
    'an unknown type': '/Subtype /Foo /AP << /N 6 0 R >>',
    'an invisible unknown type': '/Subtype /Foo /F 1 /AP << /N 6 0 R >>',
    'an unknown type with an empty AP': '/Subtype /Foo /AP << >>',
    'no type': '/AP << /N 6 0 R >>',
    'no type and no look': `/Contents (${OTHER})`,
  };
  const fields = {
    'a field without a type': '/T (a) /AP << /N 6 0 R >>',
    'a field without a type or a look': '/T (a) /MK << /BG [1 1 1] >>',
    'a field of an unknown type': `/FT /Foo /T (a) /V (${OTHER}) /AP << /N 6 0 R >>`,
    'an unsigned signature with a look': '/FT /Sig /T (a) /AP << /N 6 0 R >>',
    'an unsigned signature with a ground': '/FT /Sig /T (a) /MK << /BG [1 1 1] /BC [0 0 0] >>',
    'a button': '/FT /Btn /Ff 65536 /T (a) /AP << /N 6 0 R >>',
    'a button with states': '/FT /Btn /Ff 65536 /T (a) /AS /On /AP << /N << /On 6 0 R /Off 7 0 R >> >>',
    'a button without a look': `/FT /Btn /Ff 65536 /T (a) /MK << /CA (${OTHER}) /BG [1 1 1] >>`,
    'a button with an empty AP': `/FT /Btn /Ff 65536 /T (a) /MK << /CA (${OTHER}) /BG [1 1 1] >> /AP << >>`,
    'a button that others do not see': '/FT /Btn /Ff 65536 /T (a) /F 1 /AP << /N 6 0 R >>',
    'a text that others do not see': `/FT /Tx /T (a) /V (${OTHER}) /F 1 /AP << /N 6 0 R >>`,
    'a text without an area': `/FT /Tx /T (a) /V (${OTHER}) /Rect [60 690 60 690] /AP << /N 6 0 R >>`,
  };
  return {
    ...mapped(annotations, (entries) => annotated(/\/F \d/.test(entries) ? entries : `/F 4 ${entries}`)),
    ...mapped(fields, field),
    'a stamp that does not turn with its page': annotated(
      '/Subtype /Stamp /F 28 /AP << /N 6 0 R >>',
      '/Rotate 90',
    ),
  };
}

const mapped = (cases: Record<string, string>, make: (entries: string) => Buffer): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(cases).map(([name, entries]) => [name, make(entries)]));
