import { ONE, OTHER } from './crafted-pdfs.js';
import { assemblePdf, PAGE_TREE, streamBody } from './pdf-samples.js';

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const look = (words: string) =>
  streamBody(
    words === '' ? '' : `/Tx BMC BT /F1 12 Tf 2 5 Td (${words}) Tj ET EMC`,
    '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 5 0 R >> >>',
  );
const tick = (isDrawn: boolean) =>
  streamBody(
    isDrawn ? '2 w 3 3 m 17 17 l 3 17 m 17 3 l S' : '',
    '/Type /XObject /Subtype /Form /BBox [0 0 20 20]',
  );

/** A page with one field, object 6, whose appearance is object 7 or 8. */
function withField(entries: string, looks: Buffer[], form = ''): Buffer {
  const field = `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /Rect [72 600 272 620] /T (rent) ${entries} >>`;
  return assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /DA (/F1 12 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> ${form} >> >>`,
    PAGE_TREE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [6 0 R] /Resources << /Font << /F1 5 0 R >> >> >>',
    FONT,
    FONT,
    field,
    ...looks,
  ]);
}

const text = (value: string, shown: string, entries = '', form = '') =>
  withField(`/FT /Tx /V (${value}) /AP << /N 7 0 R >> ${entries}`, [look(shown)], form);

/** Forms whose fields do not look like their values: one program shows the appearance, another the value. */
export function craftedForms(): Record<string, Buffer> {
  return {
    'a text that looks otherwise': text(OTHER, ONE),
    'a text that looks empty': text(OTHER, ''),
    'a look without a value': withField('/FT /Tx /AP << /N 7 0 R >>', [look(ONE)]),
    'a value without a look': withField(`/FT /Tx /V (${OTHER})`, []),
    'a text that is drawn anew by who asks': text(OTHER, ONE, '', '/NeedAppearances true'),
    'a text of several lines': text(`${OTHER}\\r${ONE}`, ONE, '/Ff 4096'),
    'a text with a rich value': text(OTHER, OTHER, `/RV (<body><p>${ONE}</p></body>)`),
    'a text in cells': text('9000', '0100', '/Ff 16777216 /MaxLen 10'),
    'a choice that looks otherwise': withField(
      `/FT /Ch /Ff 131072 /Opt [[(a) (${ONE})] [(b) (${OTHER})]] /V (b) /AP << /N 7 0 R >>`,
      [look(ONE)],
    ),
    'a list that looks otherwise': withField(
      `/FT /Ch /Opt [(${ONE}) (${OTHER})] /V (${OTHER}) /Rect [72 560 272 620] /AP << /N 7 0 R >>`,
      [look(ONE)],
    ),
    'a tick that looks set': withField('/FT /Btn /V /Off /AS /Off /AP << /N << /Yes 7 0 R /Off 8 0 R >> >>', [
      tick(false),
      tick(true),
    ]),
    'a tick whose value is another state': withField(
      '/FT /Btn /V /Off /AS /Yes /AP << /N << /Yes 7 0 R /Off 8 0 R >> >>',
      [tick(true), tick(false)],
    ),
  };
}
