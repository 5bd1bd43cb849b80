import { PDF } from '@libpdf/core';
import { inDepth } from '../../../test/support/in-depth.js';
import { textOf } from '../../../test/support/pdf-samples.js';
import { uploadOf } from '../../../test/support/uploads.js';
import { type Settings } from '../../platform/config/settings.js';
import { OfficeConverter } from '../../platform/office/office-converter.js';
import { PdfService } from '../pdf.service.js';
import { type RequestText } from '../pdf-inputs.js';
import { TextFonts } from '../text-fonts.js';

const pdfService = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));

const OWNER = { tenant: 1 };

const typeset = async (change: Partial<RequestText> = {}) => {
  const text = {
    documentName: 'Lease of the mill',
    subject: 'Please sign the lease',
    message: 'Dear Jane,\n\nthe lease begins in March.',
    senderName: 'Ann Host',
    organizationName: 'Mill & Sons',
    words: {
      from: 'From',
      subject: 'Subject',
      footer: 'Page {page} of {pages}',
      missing: '{mark} replaces characters',
    },
    ...change,
  };
  const { pdf, pages } = await pdfService.typesetRequest(text, OWNER);
  expect((await PDF.load(pdf)).getPageCount()).toBe(pages);
  return pdf;
};

afterAll(() => pdfService.onApplicationShutdown());

describe('typesetRequest', () => {
  inDepth('typesets the whole text as a PDF that can be signed', async () => {
    const pdf = await typeset();
    expect(await pdfService.inspect(uploadOf(pdf), OWNER)).toMatchObject({ ok: true, pages: 1 });
    const [text] = await textOf(pdf);
    for (const words of [
      'Lease of the mill',
      'Please sign the lease',
      'the lease begins in March.',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).toContain('Ann Host, Mill & Sons');
    expect((await PDF.load(pdf)).getTitle()).toBe('Lease of the mill');
  });

  it('names an organization that is also the sender once, and leaves out empty texts', async () => {
    const [text] = await textOf(await typeset({ senderName: 'Mill & Sons', subject: '', message: '' }));
    expect(text!.split('Mill & Sons')).toHaveLength(2);
    expect(text).not.toContain('Subject');
  });

  it('breaks 10,000 characters across pages without losing a word', async () => {
    const words = Array.from({ length: 1250 }, (_, index) =>
      `word${String(index).padStart(4, '0')}`.slice(1),
    );
    const pages = await textOf(await typeset({ message: words.join(' ') }));
    expect(pages.length).toBeGreaterThan(2);
    const found = pages.join(' ').match(/ord\d{4}/g);
    expect(found).toEqual(words);
  });

  inDepth('accepts 10,000 characters without a space, and 10,000 line breaks', async () => {
    expect(
      (await textOf(await typeset({ message: 'm'.repeat(10_000) }))).join('').match(/m/g)!.length,
    ).toBeGreaterThan(10_000);
    expect((await textOf(await typeset({ message: '\n'.repeat(10_000) }))).length).toBeGreaterThan(100);
  });

  inDepth('shows a mark for each character without a glyph and explains it', async () => {
    const [text] = await textOf(await typeset({ message: 'Χαίρετε, привет, नमस्ते, 👋🏽! 𒀀' }));
    expect(text).toContain('Χαίρετε, привет, नमस्ते, 👋🏽! �');
    expect(text).toContain('replaces characters');
    expect((await textOf(await typeset()))[0]).not.toContain('replaces characters');
  });
});
