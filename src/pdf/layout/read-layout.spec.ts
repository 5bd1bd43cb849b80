import { PDF } from '@libpdf/core';
import { assemblePdf, ONE_PAGE, PAGE_TREE, streamBody } from '../../../test/support/pdf-samples.js';
import { readLayout } from './read-layout.js';

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const TAG = '{{signature:1}}';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 600 800]';
const OWN_FONT = `/Resources << /Font << /F ${FONT} >> >>`;
const saying = (words: string, x = 72, y = 300) => `BT /F 12 Tf ${x} ${y} Td (${words}) Tj ET`;

/** A page with this content and these resources; more objects from 5 on. */
const pageOf = (content: string, resources: string, entries = '', ...others: (string | Buffer)[]) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    ONE_PAGE.replace('/Resources << >>', `/Contents 4 0 R ${entries} /Resources << ${resources} >>`),
    streamBody(content),
    ...others,
  ]);

const layoutOf = async (pdf: Buffer) => readLayout(await PDF.load(pdf));

async function boxIn(pdf: Buffer) {
  const { tags } = await layoutOf(pdf);
  expect(tags).toHaveLength(1);
  return tags[0]!.tagBox;
}

const PLAIN = pageOf(saying(TAG), `/Font << /F ${FONT} >>`);

describe('a text tag', () => {
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
      'behind what only looks like operators',
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
  ])('%s is found where it stands', async (_, pdf) => {
    const [found, expected] = [await boxIn(pdf), await boxIn(PLAIN)];
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(found[side]).toBeCloseTo(expected[side], 1);
  });

  it('of a note that nobody sees is none', async () => {
    const note = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 200 40] /F 2 /AP << /N 6 0 R >> >>';
    const look = streamBody(saying(TAG, 5, 5), `${FORM} ${OWN_FONT}`);
    expect((await layoutOf(pageOf('', '', '/Annots [5 0 R]', note, look))).tags).toEqual([]);
  });

  it('is looked for in forms that paint each other for ever, or too often, no longer than that', async () => {
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

  it('is measured in points, and its tags too', async () => {
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

  it('may be turned', async () => {
    const { pageSizes, tags } = await layoutOf(page(90));
    expect(pageSizes).toEqual([[4000, 3000]]);
    expect(tags[0]!.tagBox).toMatchObject({ y: expect.closeTo(72, 1) });
  });
});
