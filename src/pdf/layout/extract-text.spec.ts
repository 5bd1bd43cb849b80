import {
  assemblePdf,
  faxPdf,
  ONE_PAGE,
  PAGE_TREE,
  streamBody,
  textPdf,
} from '../../../test/support/pdf-samples.js';
import { extractText } from './extract-text.js';

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 300 400]';
const OWN_FONT = `/Resources << /Font << /F ${FONT} >> >>`;
const saying = (words: string) => `BT /F 12 Tf 9 9 Td (${words}) Tj ET`;

const pageOf = (content: string, entries: string, resources: string, ...others: (string | Buffer)[]) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] >> >>',
    PAGE_TREE,
    ONE_PAGE.replace('/Resources << >>', `/Contents 4 0 R ${entries} /Resources << ${resources} >>`),
    streamBody(content),
    ...others,
  ]);

it('reads the words of each page', async () => {
  expect(await extractText(await textPdf(2))).toEqual({
    pages: ['This is page 1', 'This is page 2'],
    unread: [],
    isCut: false,
  });
});

it('reads text that the page draws from elsewhere', async () => {
  const nested = pageOf(
    '/X Do',
    '',
    '/XObject << /X 5 0 R >>',
    streamBody('/Y Do', `${FORM} /Matrix [0.5 0 0 0.5 9 9] /Resources << /XObject << /Y 6 0 R >> >>`),
    streamBody(saying('The rent is due'), `${FORM} ${OWN_FONT}`),
  );
  expect((await extractText(nested)).pages).toEqual(['The rent is due']);
});

it('reads notes and fields after the text of their page', async () => {
  const look = (words: string) => streamBody(saying(words), `${FORM} ${OWN_FONT}`);
  const annotation = (entries: string, at: number) =>
    `<< /Type /Annot /Rect [0 0 90 20] /F 4 /AP << /N ${at} 0 R >> ${entries} >>`;
  const pdf = pageOf(
    saying('Agreement'),
    '/Annots [5 0 R 6 0 R 7 0 R 8 0 R]',
    `/Font << /F ${FONT} >>`,
    annotation('/Subtype /FreeText /Contents (Only in Oslo)', 9),
    annotation('/Subtype /Widget /FT /Tx /T (City) /V (Bergen)', 10),
    annotation(
      '/Subtype /Widget /FT /Ch /Ff 131072 /T (Way) /V (b) /Opt [[(a) (By train)] [(b) (By boat)]]',
      11,
    ),
    annotation('/Subtype /FreeText /Contents (Hidden)', 9).replace('/F 4', '/F 2'),
    look('Only in Oslo'),
    look('Bergen'),
    look('By boat'),
  );
  expect((await extractText(pdf)).pages).toEqual(['Agreement\nOnly in Oslo\nBergen\nBy boat']);
});

it('reads a font of Japanese characters that is not embedded', async () => {
  const font =
    '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 >> >>] >>';
  // Keiyaku, a contract.
  const pdf = pageOf('BT /F 12 Tf 9 9 Td <8c5f96f1> Tj ET', '', `/Font << /F ${font} >>`);
  expect((await extractText(pdf)).pages).toEqual(['契約']);
});

it('distinguishes unreadable characters from pictures', async () => {
  const drawn =
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 1 /LastChar 1 /Widths [9] /Encoding << /Differences [1 /g1] >> /CharProcs << /g1 5 0 R >> >>';
  const unread = pageOf(
    'BT /F 12 Tf 9 9 Td <01> Tj ET',
    '',
    `/Font << /F ${drawn} >>`,
    streamBody('9 0 d0 0 0 9 9 re f'),
  );
  expect(await extractText(unread)).toMatchObject({ pages: [''], unread: [1] });
  expect(await extractText(faxPdf())).toMatchObject({ pages: [''], unread: [] });
});
