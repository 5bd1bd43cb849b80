import { type StampDetails } from '../../src/pdf/signature-stamp.js';
import { drawEntries } from '../../src/pdf/signing/draw-entries.js';
import { type Ink, inkOf, likeness } from '../support/ink.js';
import { pagePicture } from '../support/page-pictures.js';
import { pdfJsText } from '../support/pdf-js-text.js';
import { assemblePdf, PAGE_TREE, streamBody } from '../support/pdf-samples.js';
import { mutoolAccepts } from '../support/validators.js';

const PLACE = { x: 40, y: 60, width: 200, height: 24 };
const PRICE = 'Price: 9,900 euros';
const NOTICE = 'Not complete, not sealed';
const MARKS = { click: 'Click', typed: 'Typed', drawn: 'Drawn', uploaded: 'Uploaded' };
const WORDS = {
  ...{ locale: 'en', title: 'Signatures so far', about: [], hashOf: 'SHA-256', footer: '{page} of {pages}' },
  ...{ marks: MARKS, marksInPerson: MARKS, witness: '{name}', signedBy: '{name}', missing: '{mark}' },
};

/** What the first signer left: a price, and a signature by click below it. */
function details(value = PRICE): StampDetails {
  const signer = {
    email: '',
    signedAt: '2026-03-01T09:30:00.000Z',
    type: 'fast',
    method: 'Clicked',
  } as const;
  const text = { ...PLACE, kind: 'text', page: 1, signer: 0, value, tagBox: null, form: null } as const;
  return {
    words: WORDS,
    documentName: 'Lease',
    documentSha256: 'ab'.repeat(32),
    signers: [{ ...signer, name: 'Anna Maria Eriksson', mark: { kind: 'click' } }],
    places: [text, { ...text, kind: 'signature', value: '', y: 120, height: 60 }],
    carriesSignatures: false,
  };
}

interface Sheet {
  /** Entries of the page's dictionary. */
  page: string;
  content?: string;
  annotation?: string;
}

const sheet = ({ page, content = '', annotation }: Sheet) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << >> ${annotation ? '/Annots [5 0 R]' : ''} ${page} >>`,
    streamBody(content),
    annotation ?? 'null',
    streamBody('0.9 0.95 1 rg 0 0 240 40 re f', '/Type /XObject /Subtype /Form /BBox [0 0 240 40]'),
  ]);

/** The page as it is displayed, 400 points wide and 300 high. */
async function seen(pdf: Buffer, ...options: string[]): Promise<Ink> {
  const { pdf: bytes, pages } = await drawEntries({ pdf, details: details(), notice: NOTICE });
  const drawn = Buffer.from(bytes);
  expect(pages).toBe(1);
  expect(await pdfJsText(drawn)).toContain(PRICE);
  expect(mutoolAccepts(drawn)).toBe(true);
  return inkOf(pagePicture(drawn, 1, '-cropbox', ...options));
}

const LANDSCAPE = '/MediaBox [0 0 400 300]';

describe('entries drawn on a document that people are still signing', () => {
  let expected: Ink;
  beforeAll(async () => {
    expected = await seen(sheet({ page: LANDSCAPE }));
    expect(expected.count).toBeGreaterThan(2_000);
  });

  it.each<[string, Sheet]>([
    ['is turned to the right', { page: '/MediaBox [0 0 300 400] /Rotate 90' }],
    ['stands on its head', { page: `${LANDSCAPE} /Rotate 180` }],
    ['is turned to the left', { page: '/MediaBox [0 0 300 400] /Rotate 270' }],
    ['is turned to the left, counted the other way', { page: '/MediaBox [0 0 300 400] /Rotate -90' }],
    ['is cropped', { page: '/MediaBox [-50 -70 700 900] /CropBox [33 21 433 321]' }],
    ['is cropped and turned', { page: '/MediaBox [-50 -70 700 900] /CropBox [33 21 333 421] /Rotate 90' }],
    ['begins elsewhere', { page: '/MediaBox [100 -200 500 100]' }],
    ['has other coordinates at its end', { page: LANDSCAPE, content: '0.1 0 0 -0.1 30 40 cm' }],
    ['does not end what it saved', { page: LANDSCAPE, content: 'q 0.1 0 0 -0.1 30 40 cm q' }],
    ['restores more than it saved', { page: LANDSCAPE, content: 'Q Q 0.1 0 0 -0.1 30 40 cm' }],
    ['is clipped to its end', { page: LANDSCAPE, content: 'q 0 0 10 10 re W n q' }],
    [
      'has a note over the places',
      {
        page: LANDSCAPE,
        annotation:
          '<< /Type /Annot /Subtype /Square /F 4 /Rect [30 100 270 260] /AP << /N 6 0 R >> /IC [1 1 1] >>',
      },
    ],
  ])('draws entries in their places on a page that %s', async (_case, page) => {
    expect(likeness(await seen(sheet(page)), expected, 1)).toBeGreaterThan(0.97);
  });

  it('draws entries in their places on a page in units of ten points, which poppler takes for single points', async () => {
    const plan = sheet({ page: '/MediaBox [0 0 40 30] /UserUnit 10' });
    expect(likeness(await seen(plan, '-r', '1500'), expected, 1)).toBeGreaterThan(0.97);
  });
});
