import { assemblePdf, PAGE_TREE, streamBody } from '../../../test/support/pdf-samples.js';
import { FONT, PAGE } from '../../../test/support/sealed-update.js';
import { covers } from './mark-geometry.js';
import { pageMarks } from './page-marks.js';

const HERE = { left: 300, bottom: 100, right: 500, top: 160 };

/** A page of 600 by 400 points with this content. */
const page = (content: string, resources = '', more: (string | Buffer)[] = [], font = FONT) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    `<< ${PAGE.replace('/Font', `${resources} /Font`)} >>`,
    streamBody(content),
    font,
    ...more,
  ]);

const words = (text: string, x: number, y: number) => `BT /F1 24 Tf ${x} ${y} Td (${text}) Tj ET`;
const PICTURE = '/XObject << /P 6 0 R >>';
const image = streamBody(
  '\0',
  '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
);
const form = streamBody(
  words('Rent: 100', 310, 110),
  '/Type /XObject /Subtype /Form /BBox [0 0 600 400] /Resources << /Font << /F1 5 0 R >> >>',
);
const pattern = streamBody(
  '0 0 4 4 re f',
  '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
);
const TYPE_3 =
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] >>';

describe('boxes on a page', () => {
  it.each<[string, Buffer]>([
    ['words', page(words('Rent: 100', 310, 110))],
    ['words that end in it', page(words('Rent: 100', 220, 110))],
    ['words that end just before it', page(words('Rent: 100', 188, 110))],
    ['words that stand upright', page('BT /F1 24 Tf 0 1 -1 0 400 60 Tm (Rent: 100) Tj ET')],
    ['words spread over the line', page('BT /F1 24 Tf 40 Tc 20 110 Td (Rent: 100) Tj ET')],
    ['words moved by a number', page('BT /F1 24 Tf 20 110 Td [(Rent:) -12000 (100)] TJ ET')],
    ['words on the next line', page("BT /F1 24 Tf 300 TL 310 410 Td (Rent:) ' ET")],
    ['words in another coordinate system', page(`q 0.5 0 0 0.5 200 50 cm ${words('Rent: 100', 310, 110)} Q`)],
    ['words in a form', page('/P Do', PICTURE, [form])],
    ['a picture', page('q 100 0 0 40 310 110 cm /P Do Q', PICTURE, [image])],
    ['a curve', page('310 110 m 320 150 380 150 390 110 c S')],
    ['an oblique line', page('310 110 m 390 150 l S')],
    ['two lines', page('300 120 m 500 120 l 300 130 m 500 130 l S')],
    ['a short line', page('320 120 40 1 re f')],
    ['a bar', page('320 110 4 40 re f')],
    ['the edge of a ground', page('0.9 g 0 0 400 400 re f')],
    ['a ground with a hole', page('0 0 600 400 re 320 110 20 20 re f*')],
    ['a pattern', page('/Pattern cs /P scn 0 0 600 400 re f', '/Pattern << /P 6 0 R >>', [pattern])],
    ['a ground clipped by an outline', page('310 110 m 320 150 380 150 390 110 c W n 0 0 600 400 re f')],
    ['a ground clipped by a box', page('320 110 20 20 re W n 0 0 600 400 re f')],
  ])('finds that a box covers %s', async (_name, pdf) => {
    expect(covers(HERE, await pageMarks(pdf, 0))).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['blank paper', page(words('Rent: 100', 72, 300))],
    ['paper to the right of words', page(words('Rent: 100', 160, 110))],
    ['the line to sign on', page(`${words('Tenant', 72, 110)} 290 120 m 510 120 l S`)],
    ['the line to sign on, drawn as a narrow rectangle', page('290 120 220 1 re f')],
    ['the inside of a frame', page('290 90 220 80 re S')],
    ['a coloured ground', page('0.9 g 0 0 600 400 re f 0 g 1 0 0 1 0 0 cm')],
    ['a coloured ground inside a clip', page('q 10 10 580 380 re W n 0.9 g 0 0 600 400 re f Q')],
  ])('finds that a box covers nothing on %s', async (_name, pdf) => {
    expect(covers(HERE, await pageMarks(pdf, 0))).toBe(false);
  });

  it('cannot judge a page with a font made of drawings', async () => {
    const drawing = streamBody('1 0 d0 0 0 99 9 re f');
    const pdf = page('BT /F1 24 Tf 20 300 Td (a) Tj ET', '', [drawing], TYPE_3);
    await expect(pageMarks(pdf, 0)).rejects.toThrow('A font cannot be measured');
  });
});
