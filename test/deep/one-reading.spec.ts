import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { PdfService } from '../../src/pdf/pdf.service.js';
import { TextFonts } from '../../src/pdf/text-fonts.service.js';
import { sealFinished } from '../../src/pdf/signing/seal-document.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { standInKey } from '../../src/pdf-signatures/stand-in-key.js';
import { type Settings } from '../../src/platform/config/settings.js';
import { OfficeConverter } from '../../src/platform/office/office-converter.service.js';
import { craftedForms } from '../support/crafted-forms.js';
import { craftedPdfs } from '../support/crafted-pdfs.js';
import { pdfJsWords } from '../support/pdf-js-text.js';
import { uploadOf } from '../support/uploads.js';
import { ask, pdfText, qpdfAccepts } from '../support/validators.js';

/** Share of pixels of a page that two programs may draw differently: the edges of letters. */
const MOST_DIFFERENT = 0.004;
const DPI = '50';
const DARK = 128;

const pdfService = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
afterAll(() => pdfService.onApplicationShutdown());

/** What signers see of an upload, or the code with which it is refused. */
async function presentedOf(upload: Buffer): Promise<Buffer | string> {
  const found = await pdfService.inspect(uploadOf(upload), { tenant: 1 });
  return found.ok ? found.pdf! : found.code;
}

/** The same with a seal that adds nothing to see. */
async function sealedOf(presented: Buffer): Promise<Buffer> {
  const key = await standInKey();
  const seal = { name: 'Acme', reason: 'Sealed', at: '2026-03-12T10:00:00.000Z' };
  return Buffer.from((await sealFinished(presented, seal, (digest) => signDetached(digest, key))).pdf);
}

/** Without white space, which programs see in different places, and without what MuPDF says of itself. */
const words = (text: string) => text.replace(/^warning:.*$/gm, '').replace(/\s+/g, '');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The first page, in black and white, as a program draws it. */
async function picture(program: 'pdftoppm' | 'mutool', pdf: Buffer): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-picture-'));
  try {
    const [input, output] = [join(folder, 'in.pdf'), join(folder, 'out')];
    writeFileSync(input, pdf);
    if (program === 'pdftoppm')
      spawnSync(program, ['-r', DPI, '-png', '-singlefile', '-f', '1', '-l', '1', input, output]);
    else spawnSync(program, ['draw', '-r', DPI, '-o', `${output}.png`, input, '1']);
    const image = readFileSync(`${output}.png`);
    return await sharp(image).flatten({ background: 'white' }).greyscale().raw().toBuffer();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shareOfDifference(a: Buffer, b: Buffer): number {
  if (a.length !== b.length) return 1;
  let different = 0;
  for (let at = 0; at < a.length; at++) if (a[at]! < DARK !== b[at]! < DARK) different++;
  return different / a.length;
}

const texts = async (pdf: Buffer) => ({
  poppler: words(pdfText(pdf)),
  mupdf: words(ask('mutool', ['draw', '-F', 'txt', 'file.pdf'], { 'file.pdf': pdf }).output),
  pdfJs: words(await pdfJsWords(pdf)),
});

/** Digests of the objects of the first page as qpdf finds them: the page's content and what it is made of. */
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

describe('what signers see of a crafted file is what every program shows when it is sealed', () => {
  const crafted = Object.entries({ ...craftedPdfs(), ...craftedForms() });
  let accepted = 0;

  it('there are at least 60 of them, ten with forms', () => {
    expect(crafted.length).toBeGreaterThanOrEqual(60 + 10);
    expect(Object.keys(craftedForms()).length).toBeGreaterThanOrEqual(10);
  });

  it.each(crafted)('%s', async (_, upload) => {
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
    const before = await picture('pdftoppm', presented);
    const after = await Promise.all([picture('pdftoppm', sealed), picture('mutool', sealed)]);
    for (const each of after) expect(shareOfDifference(before, each)).toBeLessThan(MOST_DIFFERENT);
  });

  it('some are sound, and are not refused', () => {
    expect(accepted).toBeGreaterThan(20);
  });
});
