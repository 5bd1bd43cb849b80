import { createHash } from 'node:crypto';
import { PdfService } from '../../src/pdf/pdf.service.js';
import { sealFinished } from '../../src/pdf/signing/seal-document.js';
import { TextFonts } from '../../src/pdf/text-fonts.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { standInKey } from '../../src/pdf-signatures/stand-in-key.js';
import { type Settings } from '../../src/platform/config/settings.js';
import { OfficeConverter } from '../../src/platform/office/office-converter.js';
import { craftedContents } from '../support/crafted-contents.js';
import { craftedForms } from '../support/crafted-forms.js';
import { craftedPages } from '../support/crafted-pages.js';
import { craftedPdfs, ONE, OTHER } from '../support/crafted-pdfs.js';
import { pictureFaults } from '../support/page-agreement.js';
import { pdfJsWords } from '../support/pdf-js-text.js';
import { assemblePdf } from '../support/pdf-samples.js';
import { CATALOG, FONT, page, PAGES, saying } from '../support/raw-pdf.js';
import { reducedIn } from '../support/reduced-counts.js';
import { uploadOf } from '../support/uploads.js';
import { ask, qpdfAccepts } from '../support/validators.js';

const pdfService = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
afterAll(() => pdfService.onApplicationShutdown());

/** What signers see of an upload, or the code with which it is refused. */
async function presentedOf(upload: Buffer): Promise<Buffer | string> {
  const found = await pdfService.inspect(uploadOf(upload), { tenant: 1 });
  return found.ok ? found.pdf! : found.code;
}

/** The same with a seal that adds nothing visible. */
async function sealedOf(presented: Buffer): Promise<Buffer> {
  const key = await standInKey();
  const seal = { name: 'Acme', reason: 'Sealed', at: '2026-03-12T10:00:00.000Z' };
  return Buffer.from((await sealFinished(presented, seal, (digest) => signDetached(digest, key))).pdf);
}

/** Without white space, which programs place differently, and without MuPDF's own warnings. */
const words = (text: string) => text.replace(/^warning:.*$/gm, '').replace(/\s+/g, '');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const texts = async (pdf: Buffer) => ({
  // In the order of the content, as the others read it.
  poppler: words(ask('pdftotext', ['-raw', '-enc', 'UTF-8', 'file.pdf', '-'], { 'file.pdf': pdf }).printed),
  mupdf: words(ask('mutool', ['draw', '-F', 'txt', 'file.pdf'], { 'file.pdf': pdf }).printed),
  pdfJs: words(await pdfJsWords(pdf)),
});

/** A digest of the first page's content streams as qpdf finds them. */
function pageObjects(pdf: Buffer): string {
  const { output } = ask('qpdf', ['--json', '--json-key=pages', 'file.pdf'], { 'file.pdf': pdf });
  const [{ contents }] = (JSON.parse(output) as { pages: [{ contents: string[] }] }).pages;
  const streams = contents.map((name) => {
    const number = name.split(' ')[0]!;
    return ask('qpdf', [`--show-object=${number}`, '--raw-stream-data', 'file.pdf'], { 'file.pdf': pdf })
      .output;
  });
  return sha256(Buffer.from(streams.join('')));
}

/** A page for each of these words, as `RawFile` writes them. */
function pagesSaying(...words: string[]): Buffer {
  const numbers = words.map((_, index) => (index === 0 ? 3 : 4 + 2 * index));
  const pages = words.slice(1).flatMap((each, index) => [page(`${7 + 2 * index} 0 R`), saying(each)]);
  const tree = PAGES.replace(
    '[3 0 R] /Count 1',
    `[${numbers.map((at) => `${at} 0 R`).join(' ')}] /Count ${words.length}`,
  );
  return assemblePdf([CATALOG, tree, page(), FONT, saying(words[0]!), ...pages]);
}

describe('crafted files in every program', () => {
  const crafted = Object.entries({
    ...craftedPdfs(),
    ...craftedForms(),
    ...craftedPages(),
    ...craftedContents(),
  });
  const tried = reducedIn(
    'crafted files',
    crafted,
    crafted.filter((_, index) => index % 3 === 0),
  );
  let accepted = 0;

  it('there are at least 60 crafted files, and ten with forms', () => {
    expect(crafted.length).toBeGreaterThanOrEqual(60 + 10);
    expect(Object.keys(craftedForms()).length).toBeGreaterThanOrEqual(10);
  });

  it.each(tried)('shows the same in every program, or is refused: %s', async (_, upload) => {
    const presented = await presentedOf(upload);
    if (typeof presented === 'string') {
      expect(presented).toMatch(/^document_(ambiguous|unreadable|unsealable|field_undrawable|too_complex)$/);
      return;
    }
    accepted++;
    const shown = words(await pdfJsWords(presented));
    const sealed = await sealedOf(presented);
    for (const [program, text] of Object.entries(await texts(sealed)))
      expect([program, text]).toEqual([program, shown]);
    expect(qpdfAccepts(sealed)).toBe(true);
    expect(pageObjects(sealed)).toBe(pageObjects(presented));
    expect(await pictureFaults(presented, sealed)).toEqual([]);
  });

  it('accepts the crafted files that are sound', () => {
    expect(accepted).toBeGreaterThan(tried.length / 4);
  });

  it.each([
    ['another amount', pagesSaying(ONE), pagesSaying(OTHER)],
    ['nothing', pagesSaying(ONE), pagesSaying('')],
    ['another amount on the last page', pagesSaying(ONE, ONE), pagesSaying(ONE, OTHER)],
  ])('the pictures of a file that shows %s are told apart in every program', async (_, shown, other) => {
    expect(await pictureFaults(shown, shown)).toEqual([]);
    const faults = await pictureFaults(shown, other);
    for (const program of ['poppler', 'mupdf', 'pdf.js'])
      for (const from of ['from before', 'from what pdf.js showed'])
        expect(faults).toContainEqual(
          expect.stringMatching(new RegExp(`^page \\d in ${program}: \\d+ pixels differ ${from}$`)),
        );
  });
});
