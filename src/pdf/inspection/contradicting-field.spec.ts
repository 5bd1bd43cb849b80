import { PDF } from '@libpdf/core';
import { assemblePdf, PAGE_TREE, streamBody } from '../../../test/support/pdf-samples.js';
import { contradictingField } from './contradicting-field.js';

const HELVETICA = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica';
const FRAME = '1 g 0 0 200 20 re f 0 G 1 w 0.5 0.5 199 19 re s';
const CROSS = 'q 1 0 0 RG 2 w 10 5 m 60 15 l 60 5 m 10 15 l S Q';
const saying = (words: string, before = '') =>
  `/Tx BMC q 1 1 198 18 re W n BT ${before} /F1 12 Tf 2 5 Td (${words}) Tj ET Q EMC`;
/** Says of the codes of 1, 2, 3 and 4 that they are 9, 0, 0 and 0. */
const FALSE_CODES =
  '1 begincodespacerange <00> <ff> endcodespacerange 4 beginbfchar <31> <0039> <32> <0030> <33> <0030> <34> <0030> endbfchar';

/** A page with a field whose appearances are objects 7 and 8, in the fonts 5 and 9. */
const withField = (entries: string, [look, other = '']: string[], name = 'rent') =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /DA (/F1 12 Tf 0 g) >> >>',
    PAGE_TREE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [6 0 R] /Resources << >> /Contents 4 0 R >>',
    streamBody(''),
    `<< ${HELVETICA} >>`,
    `<< /Type /Annot /Subtype /Widget /P 3 0 R /Rect [72 600 272 620] /T (${name}) ${entries.includes('/F ') ? '' : '/F 4'} ${entries} >>`,
    ...[look!, other].map((content) =>
      streamBody(
        content,
        '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 5 0 R /F2 9 0 R >> >>',
      ),
    ),
    `<< ${HELVETICA} /ToUnicode 10 0 R >>`,
    streamBody(FALSE_CODES),
  ]);
const TEXT = '/FT /Tx /V (9000) /AP << /N 7 0 R >>';
const TICK = '/AP << /N << /Yes 7 0 R /Off 8 0 R >> >>';
const found = async (pdf: Buffer) => contradictingField(await PDF.load(pdf));

describe('fields of a signed document', () => {
  it.each([
    ['a text', withField(TEXT, [saying('9000')])],
    ['a text in a frame', withField(TEXT, [`${FRAME} ${saying('9000', '0 g')}`])],
    ['light words on a dark ground', withField(TEXT, [`0 g 0 0 200 20 re f ${saying('9000', '1 g')}`])],
    [
      'a text in cells',
      withField(`${TEXT} /Ff 16777216 /MaxLen 4`, [`50 0 m 50 20 l 100 0 m 100 20 l S ${saying('9000')}`]),
    ],
    [
      'a list with a chosen line',
      withField('/FT /Ch /Opt [(9000)] /V (9000) /AP << /N 7 0 R >>', [
        `0.6 0.75 0.85 rg 1 4 198 14 re f ${saying('9000', '0 g')}`,
      ]),
    ],
    [
      'a rich value that says the same',
      withField(`${TEXT} /RV (<body><p>90&#48;0</p></body>)`, [saying('9000')]),
    ],
    ['an empty field', withField('/FT /Tx', [''])],
    ['an empty field in a frame', withField('/FT /Tx /AP << /N 7 0 R >>', [FRAME])],
    ['a hidden field', withField('/FT /Tx /V (9000) /F 2', [''])],
    ['a tick', withField(`/FT /Btn /V /Yes /AS /Yes ${TICK}`, [CROSS, FRAME])],
    ['a tick that is off', withField(`/FT /Btn /V /Off /AS /Off ${TICK}`, [CROSS, FRAME])],
    [
      'a rounded button that is off',
      withField(`/FT /Btn /Ff 32768 /AS /Off ${TICK}`, [CROSS, '199 17 m 199 19 198 19.5 195 19.5 c S']),
    ],
    ['a button', withField('/FT /Btn /Ff 65536 /AP << /N 7 0 R >>', [CROSS])],
    ['a signature field', withField('/FT /Sig', [''])],
  ])('looks like its value: %s', async (_, pdf) => {
    expect(await found(pdf)).toBeNull();
  });

  it.each([
    ['other words', withField(TEXT, [saying('100')])],
    ['a drawing, named like ours', withField(TEXT, [CROSS], 'Countersign7-Field1')],
    [
      'other words, named like ours',
      withField('/FT /Tx /V (nine) /AP << /N 7 0 R >>', [saying('one')], 'Countersign-Field1'),
    ],
    ['a font that says other words', withField(TEXT, [saying('1234').replace('/F1', '/F2')])],
    ['a drawing and transparent words', withField(TEXT, [`${saying('9000', '3 Tr')} ${CROSS}`])],
    ['transparent words', withField(TEXT, [saying('9000', '3 Tr')])],
    ['white words', withField(TEXT, [saying('9000', '1 g')])],
    ['white words on a light ground', withField(TEXT, [`0.9 g 0 0 200 20 re f ${saying('9000', '1 g')}`])],
    ['tiny words', withField(TEXT, [saying('9000').replace('12 Tf', '0.1 Tf')])],
    ['words that are painted over', withField(TEXT, [`${saying('9000')} ${FRAME}`])],
    ['words outside the box', withField(TEXT, [saying('9000').replace('2 5 Td', '2 500 Td')])],
    ['clipped words', withField(TEXT, [`0 0 1 1 re W n ${saying('9000')}`])],
    ['a drawing beside the words', withField(TEXT, [`${saying('9000')} ${CROSS}`])],
    ['a picture', withField(TEXT, [`${saying('9000')} /X1 Do`])],
    ['bars', withField(TEXT, [`${saying('9000')} 0 g 20 6 2 8 re f`])],
    ['another rich value', withField(`${TEXT} /RV (<body><p>100</p></body>)`, [saying('9000')])],
    ['no look', withField('/FT /Tx /V (9000)', [''])],
    ['a ground without a look', withField('/FT /Tx /MK << /BG [1 1 1] >>', [''])],
    ['states of a text', withField('/FT /Tx /V (9000) /AS /A /AP << /N << /A 7 0 R >> >>', [saying('9000')])],
    ['words without a value', withField('/FT /Tx /AP << /N 7 0 R >>', [saying('100')])],
    ['no type', withField('/V (9000) /AP << /N 7 0 R >>', [saying('9000')])],
    ['an unsigned signature with words', withField('/FT /Sig /AP << /N 7 0 R >>', [saying('100')])],
    ['an unsigned signature with a ground', withField('/FT /Sig /MK << /BG [1 1 1] >>', [''])],
    ['a button without a look', withField('/FT /Btn /Ff 65536 /MK << /CA (100) >>', [''])],
    ['a field that is invisible to some', withField(`${TEXT} /F 1`, [saying('9000')])],
    ['a tick of another state', withField(`/FT /Btn /V /Yes /AS /Off ${TICK}`, [CROSS, FRAME])],
    ['a tick without a value', withField(`/FT /Btn /AS /Yes ${TICK}`, [CROSS, FRAME])],
    ['a tick that looks set when off', withField(`/FT /Btn /V /Off /AS /Off ${TICK}`, [FRAME, CROSS])],
    [
      'a tick that looks set by its ground',
      withField(`/FT /Btn /V /Off /AS /Off ${TICK}`, [CROSS, '0 g 0 0 200 20 re f']),
    ],
    ['a tick that looks off when set', withField(`/FT /Btn /V /Yes /AS /Yes ${TICK}`, [FRAME, FRAME])],
  ])('contradicts its value: %s', async (_, pdf) => {
    expect(await found(pdf)).toMatch(/^(rent|Countersign7?-Field1)$/);
  });

  it('believes the marks that this service sealed', async () => {
    const pdf = await PDF.load(withField(TEXT, [CROSS], 'Countersign-Field1'));
    expect(contradictingField(pdf, new Set(['Countersign-Field1']))).toBeNull();
  });
});
