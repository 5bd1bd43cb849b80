import { PDF } from '@libpdf/core';
import { assemblePdf, ONE_PAGE, PAGE_TREE, streamBody } from '../../../test/support/pdf-samples.js';
import { readLayout } from './read-layout.js';

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const TAG = '{{signature:1}}';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 600 800]';
const OWN_FONT = `/Resources << /Font << /F ${FONT} >> >>`;
const saying = (words: string, x = 72, y = 300) => `BT /F 12 Tf ${x} ${y} Td (${words}) Tj ET`;

/** A page with this content and these resources; further objects follow from 5. */
const pageOf = (content: string, resources: string, entries = '', ...others: (string | Buffer)[]) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    ONE_PAGE.replace('/Resources << >>', `/Contents 4 0 R ${entries} /Resources << ${resources} >>`),
    streamBody(content),
    ...others,
  ]);

/** A font whose codes are those of Unicode; its table is object 5. */
const COMPOSITE =
  '<< /Type /Font /Subtype /Type0 /BaseFont /Wide /Encoding /Identity-H /ToUnicode 5 0 R /DescendantFonts ' +
  '[<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Wide /DW 500 /CIDSystemInfo ' +
  '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>';
const wide = (text: string) => Buffer.from(text, 'utf16le').swap16();
const spaced = (digits: string) => digits.replace(/.{5}/g, '$& \n');

const layoutOf = async (pdf: Buffer) => readLayout(await PDF.load(pdf));

async function boxIn(pdf: Buffer) {
  const { tags } = await layoutOf(pdf);
  expect(tags).toHaveLength(1);
  return tags[0]!.tagBox;
}

const PLAIN = pageOf(saying(TAG), `/Font << /F ${FONT} >>`);

describe('text tags', () => {
  it.each([
    [
      'in a form',
      pageOf('/X Do', '/XObject << /X 5 0 R >>', '', streamBody(saying(TAG), `${FORM} ${OWN_FONT}`)),
    ],
    [
      "in a form with the page's font",
      pageOf('/X Do', `/XObject << /X 5 0 R >> /Font << /F ${FONT} >>`, '', streamBody(saying(TAG), FORM)),
    ],
    [
      'in a form that is moved and scaled',
      pageOf(
        'q 0.5 0 0 0.5 10 0 cm /X Do Q',
        '/XObject << /X 5 0 R >>',
        '',
        streamBody(saying(TAG, 31, 150), `${FORM} /Matrix [2 0 0 2 62 300] ${OWN_FONT}`),
      ),
    ],
    [
      'in a form in a form that leaves its state behind',
      pageOf(
        '/X Do',
        '/XObject << /X 5 0 R >>',
        '',
        streamBody(
          'q 3 0 0 3 0 0 cm Q Q q 2 0 0 2 0 0 cm q Q Q /Y Do',
          `${FORM} /Resources << /XObject << /Y 6 0 R >> >>`,
        ),
        streamBody(saying(TAG), `${FORM} ${OWN_FONT}`),
      ),
    ],
    [
      'after text that only looks like operators',
      pageOf(
        `(\\( /F 1 Tf) pop % /X Do\n BI /W 1 /H 1 ID (((\nEI\n /X#31 Do`,
        '/XObject << /X1 5 0 R /X 4 0 R >>',
        '',
        streamBody(saying(TAG), `${FORM} ${OWN_FONT}`),
      ),
    ],
    [
      'in a note',
      pageOf(
        '',
        '',
        '/Annots [5 0 R]',
        '<< /Type /Annot /Subtype /FreeText /Rect [62 290 262 330] /F 4 /AP << /N 6 0 R >> >>',
        streamBody(saying(TAG, 5, 5), `${FORM} ${OWN_FONT}`.replace('[0 0 600 800]', '[-5 -5 195 35]')),
      ),
    ],
  ])('finds a tag at its place: %s', async (_, pdf) => {
    const [found, expected] = [await boxIn(pdf), await boxIn(PLAIN)];
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(found[side]).toBeCloseTo(expected[side], 1);
  });

  it.each([
    ['with escapes', `(\\173\\\n{signatur\\145:1}})`],
    ['with line breaks', '({{signature\\\r\n:1}})'],
    ['in hexadecimal digits', `<${spaced(Buffer.from(TAG).toString('hex'))}>`],
    ['in hexadecimal digits of either case', `<${Buffer.from(TAG).toString('hex').toUpperCase()}>`],
  ])('finds a tag written %s', async (_, written) => {
    const content = `BT /F 12 Tf 72 300 Td ${written} Tj ET`;
    expect(await boxIn(pageOf(content, `/Font << /F ${FONT} >>`))).toEqual(await boxIn(PLAIN));
  });

  it.each([
    ['hexadecimal digits', `<${spaced(wide(TAG).toString('hex'))}>`],
    ['bytes', `(${wide(TAG).toString('latin1').replaceAll('\0', '\\000')})`],
  ])('finds a tag in a font with two-byte codes, written as %s', async (_, written) => {
    const content = `BT /F 12 Tf 72 300 Td ${written} Tj ET`;
    const same = streamBody(
      '1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <00ff> <0000> endbfrange',
    );
    const { tags } = await layoutOf(pageOf(content, `/Font << /F ${COMPOSITE} >>`, '', same));
    expect(tags).toMatchObject([{ kind: 'signature', signer: 1, page: 1 }]);
  });

  it('ignores a tag in a hidden note', async () => {
    const note = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 200 40] /F 2 /AP << /N 6 0 R >> >>';
    const look = streamBody(saying(TAG, 5, 5), `${FORM} ${OWN_FONT}`);
    expect((await layoutOf(pageOf('', '', '/Annots [5 0 R]', note, look))).tags).toEqual([]);
  });

  it('stops searching for tags in forms that paint each other endlessly or too often', async () => {
    const inside = `${FORM} /Resources << /XObject << /X 5 0 R >> /Font << /F ${FONT} >> >>`;
    const loop = pageOf('/X Do', '/XObject << /X 5 0 R >>', '', streamBody(`${saying(TAG)} /X Do`, inside));
    expect((await layoutOf(loop)).tags).toHaveLength(1);
    const resources = (next: number) => `${FORM} /Resources << /XObject << /X ${next} 0 R >> >>`;
    const twenty = '/X Do '.repeat(20);
    const bomb = pageOf(
      twenty,
      '/XObject << /X 5 0 R >>',
      '',
      ...Array.from({ length: 8 }, (_, index) => streamBody(twenty, resources(index + 6))),
      streamBody(saying('words '.repeat(100)), `${FORM} ${OWN_FONT}`),
    );
    expect((await layoutOf(bomb)).tags).toEqual([]);
  });
});

describe('a page in units of ten points', () => {
  const page = (turn: number) =>
    pageOf(`BT /F 1.2 Tf 7.2 30 Td (${TAG}) Tj ET`, `/Font << /F ${FONT} >>`, `/UserUnit 10 /Rotate ${turn}`);

  it('measures a page and its tags in points', async () => {
    const { pageSizes, tags } = await layoutOf(page(0));
    expect(pageSizes).toEqual([[3000, 4000]]);
    const { x, y, width, height } = tags[0]!.tagBox;
    const plain = await boxIn(PLAIN);
    expect([x, width, height]).toEqual(
      [72, plain.width, plain.height].map((side) => expect.closeTo(side, 1) as number),
    );
    expect(y).toBeCloseTo(plain.y + 3600, 1);
    expect(tags[0]!.box.width).toBe(150);
  });

  it('turns the page and its tags', async () => {
    const { pageSizes, tags } = await layoutOf(page(90));
    expect(pageSizes).toEqual([[4000, 3000]]);
    expect(tags[0]!.tagBox).toMatchObject({ y: expect.closeTo(72, 1) });
  });
});
