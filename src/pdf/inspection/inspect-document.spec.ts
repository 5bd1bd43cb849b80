import { crc32, deflateSync } from 'node:zlib';
import { PDF, type PdfRef, PdfStream } from '@libpdf/core';
import sharp from 'sharp';
import { inDepth } from '../../../test/support/in-depth.js';
import {
  assemblePdf,
  compressedPdf,
  encryptedPdf,
  inheritingPdf,
  objectStreamBomb,
  ONE_PAGE,
  PAGE_TREE,
  pdfWithCatalog,
  streamBody,
  textOf,
  textPdf,
} from '../../../test/support/pdf-samples.js';
import { uploadOf } from '../../../test/support/uploads.js';
import { type Settings } from '../../platform/config/settings.js';
import { OfficeConverter } from '../../platform/office/office-converter.js';
import { type AcceptedDocument } from '../document-inspection.js';
import {
  extraTimeMs,
  MAX_DOCUMENT_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_PAGES,
  UPLOAD_TASK_LIMITS,
} from '../document-limits.js';
import { PdfService } from '../pdf.service.js';
import { TextFonts } from '../text-fonts.js';
import { inspectDocument } from './inspect-document.js';

const pdfService = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
const OWNER = { tenant: 1 };
const HASTY = { ...UPLOAD_TASK_LIMITS, timeoutMs: 500 };

async function accept(bytes: Buffer): Promise<AcceptedDocument> {
  const found = await pdfService.inspect(uploadOf(bytes), OWNER);
  if (!found.ok) throw new Error(`${found.code}: ${found.message}`);
  return found;
}

/** The child's function, called directly to save a process per sample; none of these samples hangs. */
const codeOf = async (bytes: Buffer) => {
  const found = await inspectDocument(bytes);
  if (!found.ok) return found.code;
  return found.kind === 'docx' ? 'sound' : `accepted, pages: ${found.layout.pageSizes.length}`;
};

const codeFromChild = async (bytes: Buffer, limits = UPLOAD_TASK_LIMITS) => {
  const found = await pdfService.inspect(uploadOf(bytes), OWNER, { limits });
  return found.ok ? 'accepted' : found.code;
};

const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));

afterAll(() => pdfService.onApplicationShutdown());

describe('a PDF', () => {
  it('accepts a PDF and writes it anew, with its page count, size and hash', async () => {
    const bytes = await textPdf(3);
    const found = await accept(bytes);
    expect(found).toMatchObject({ kind: 'pdf', mimeType: 'application/pdf', extension: 'pdf', pages: 3 });
    expect(found.sizeBytes).toBe(bytes.length);
    expect(found.sha256).toMatch(/^[0-9a-f]{64}$/);
    await expect(textOf(found.pdf!)).resolves.toEqual(await textOf(bytes));
  });

  inDepth('allows more time for a PDF with more pages', async () => {
    // Loading the reader alone takes longer than this.
    const tooLittle = { ...UPLOAD_TASK_LIMITS, timeoutMs: 100 };
    expect(await codeFromChild(await textPdf(MAX_PAGES), tooLittle)).toBe('accepted');
    expect([1, 100, 150, 500, 100_000].map(extraTimeMs)).toEqual([0, 0, 1_000, 8_000, 8_000]);
  });

  inDepth('accepts compressed objects, inherited attributes and the maximum number of pages', async () => {
    expect(await codeOf(await compressedPdf(2))).toBe('accepted, pages: 2');
    expect(await codeOf(inheritingPdf())).toBe('accepted, pages: 1');
    expect(await codeOf(await textPdf(MAX_PAGES))).toBe(`accepted, pages: ${MAX_PAGES}`);
  });

  inDepth('accepts junk before the header and after the end', async () => {
    const bytes = await textPdf(2);
    const header = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n');
    const footer = Buffer.from('\n<html>not part of it</html>'.repeat(200));
    for (const document of [
      Buffer.concat([header, bytes]),
      Buffer.concat([bytes, footer.subarray(0, 100)]),
      Buffer.concat([header, bytes, footer]),
    ]) {
      expect(await codeOf(document)).toBe('accepted, pages: 2');
    }
  });

  it('recovers a PDF whose cross-reference table lacks the catalog', async () => {
    const bytes = await textPdf(2);
    const catalog = bytes.indexOf('/Type /Catalog');
    const object = bytes.lastIndexOf(' 0 obj', catalog) - 1;
    const entry = bytes.indexOf(String(object).padStart(10, '0'), bytes.lastIndexOf('xref\n0'));
    expect(entry).toBeGreaterThan(0);
    const broken = Buffer.from(bytes);
    broken.write('0000000003', entry);
    expect(await codeOf(broken)).toBe('accepted, pages: 2');
  });

  it.each([0.1, 0.5, 0.95])('refuses a PDF truncated to a share of %d', async (share) => {
    expect(await codeOf(cut(await textPdf(5), share))).toBe('document_unreadable');
    expect(await codeOf(cut(await compressedPdf(5), share))).toBe('document_unreadable');
  });

  it('refuses a PDF truncated in a later revision, even though an earlier one is complete', async () => {
    const first = await textPdf(2);
    const pdf = await PDF.load(first);
    pdf.addPage().drawText('An addendum', { x: 50, y: 50 });
    const second = Buffer.from(await pdf.save({ incremental: true }));
    expect(await codeOf(second)).toBe('accepted, pages: 3');
    const middle = first.length + Math.floor((second.length - first.length) / 2);
    expect(await codeOf(second.subarray(0, middle))).toBe('document_unreadable');
  });

  it('refuses a PDF that lacks a page or part of one', async () => {
    const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
    const twoKids = '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>';
    expect(await codeOf(assemblePdf([catalog, twoKids, ONE_PAGE]))).toBe('document_unreadable');
    expect(
      await codeOf(assemblePdf([catalog, PAGE_TREE.replace('/Count 1', '/Count 0').replace('3 0 R', '')])),
    ).toBe('document_unreadable');
    const withContents = ONE_PAGE.replace('>> >>', '>> /Contents 9 0 R >>');
    const rebuilt = assemblePdf([catalog, PAGE_TREE, withContents])
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n1');
    expect(await codeOf(Buffer.from(rebuilt, 'latin1'))).toBe('document_unreadable');
  });

  inDepth('refuses a PDF that needs a password, or is encrypted and damaged', async () => {
    expect(await codeOf(await encryptedPdf('secret'))).toBe('document_password_protected');
    expect(await codeOf(await encryptedPdf(''))).toBe('accepted, pages: 1');
    const behindJunk = Buffer.concat([await encryptedPdf(''), Buffer.alloc(3000, 'junk ')]);
    expect(await codeOf(behindJunk)).toBe('document_unreadable');
  });

  it('refuses a PDF with too many pages, or whose signatures would break', async () => {
    expect(await codeOf(await textPdf(MAX_PAGES + 1))).toBe('document_too_many_pages');
    const certified = pdfWithCatalog('/Perms << /DocMDP 4 0 R >>', '<< /Type /Sig >>');
    expect(await codeOf(certified)).toBe('document_certified');
    const signature = '<< /FT /Sig /T (S) /V 5 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] >>';
    const signed = pdfWithCatalog(
      '/AcroForm << /Fields [4 0 R] /SigFlags 3 >>',
      signature,
      '<< /Type /Sig >>',
    );
    expect(await codeOf(signed)).toBe('accepted, pages: 1');
    const broken = Buffer.concat([signed, Buffer.from('startxref\n7\n%%EOF\n')]);
    expect(await codeOf(broken)).toBe('document_ambiguous');
    const behindJunk = Buffer.concat([signed, Buffer.alloc(2000, 'junk ')]);
    expect(await inspectDocument(behindJunk)).toMatchObject({
      code: 'document_ambiguous',
      message: expect.stringMatching(
        /^The signed PDF has bytes after its end, so different programs may show/,
      ),
    });
  });
});

describe('hostile bytes', () => {
  inDepth.each([
    ['an endless string', '%PDF-1.7\n1 0 obj << ) /A 1 >>'],
    ['a stray brace', '%PDF-1.7\n1 0 obj << /A { >> endobj } {'],
  ])('ends only its own process: %s', async (_, bytes) => {
    expect(await codeFromChild(Buffer.from(bytes), HASTY)).toBe('document_too_complex');
  });

  inDepth('ends only its own process on an object stream bomb', async () => {
    const limits = { ...HASTY, maxResidentMb: 256 };
    expect(await codeFromChild(objectStreamBomb(200), limits)).toBe('document_too_complex');
  });

  inDepth('ends only its own process on a page with twenty million operators', async () => {
    const operators = deflateSync(Buffer.alloc(40_000_000, 'q '));
    const page = ONE_PAGE.replace('>> >>', '>> /Contents 4 0 R >>');
    const content = streamBody(operators, '/Filter /FlateDecode');
    const pdf = assemblePdf(['<< /Type /Catalog /Pages 2 0 R >>', PAGE_TREE, page, content]);
    expect(pdf.length).toBeLessThan(50_000);
    expect(await codeFromChild(pdf, HASTY)).toBe('document_too_complex');
  });

  it('calls circular page trees and bare headers unreadable', async () => {
    const circle = assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 1 >>',
    ]);
    expect(await codeOf(circle)).toBe('document_unreadable');
    expect(await codeOf(Buffer.from('%PDF-1.7\n'))).toBe('document_unreadable');
    expect(await codeOf(Buffer.from('%PDF-1.7\n<html><body>A page</body></html>'))).toBe(
      'document_unreadable',
    );
  });

  inDepth('inspects the next document after one that hangs', async () => {
    const [hanging, ...others] = await Promise.all([
      codeFromChild(Buffer.from('%PDF-1.7\n1 0 obj << ) /A 1 >>'), HASTY),
      codeFromChild(await textPdf()),
      codeFromChild(await textPdf()),
      codeFromChild(await textPdf()),
    ]);
    expect(hanging).toBe('document_too_complex');
    expect(others).toEqual(['accepted', 'accepted', 'accepted']);
  });
});

describe('size and type', () => {
  it('checks the size of an upload before anything else', async () => {
    expect(await codeFromChild(Buffer.alloc(0))).toBe('document_empty');
    expect(await codeFromChild(Buffer.alloc(MAX_DOCUMENT_BYTES + 1))).toBe('document_too_large');
  });

  it.each([
    ['HTML', Buffer.from('<!doctype html><title>contract.pdf</title>')],
    ['text', Buffer.from('Dear all, please sign this.')],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['zeros', Buffer.alloc(4096)],
    ['a PDF header too far in', Buffer.concat([Buffer.alloc(1100, ' '), Buffer.from('%PDF-1.7')])],
  ])('does not support an upload: %s', async (_, bytes) => {
    expect(await codeOf(bytes)).toBe('document_type_unsupported');
  });
});

/** Red on the left, blue on the right, twice as wide as it is high, a quarter of it transparent. */
const flag = () =>
  sharp(
    Buffer.from(
      '<svg width="400" height="200"><rect width="200" height="200" fill="#f00"/><rect x="200" width="200" height="100" fill="#00f"/></svg>',
    ),
  );

/** The stream of a page's only image. */
async function imageOf(pdf: Buffer): Promise<PdfStream> {
  const opened = await PDF.load(pdf);
  const resolve = (ref: PdfRef) => opened.getObject(ref);
  const images = opened.getPage(0)!.getResources().getDict('XObject', resolve)!;
  const [name] = [...images.keys()];
  const image = images.get(name!, resolve);
  if (!(image instanceof PdfStream)) throw new Error('No image on the page');
  return image;
}

describe('images', () => {
  it('turns a PNG into a page, white where it is transparent', async () => {
    const found = await accept(await flag().png().toBuffer());
    expect(found).toMatchObject({ kind: 'png', mimeType: 'image/png', extension: 'png', pages: 1 });
    const page = (await PDF.load(found.pdf!)).getPage(0)!;
    expect(page.width).toBeGreaterThan(page.height);
    const rows = (await imageOf(found.pdf!)).getDecodedData();
    expect(rows).toHaveLength(400 * 200 * 3);
    expect([...rows.subarray(0, 3)]).toEqual([255, 0, 0]);
    expect([...rows.subarray(-3)]).toEqual([255, 255, 255]);
  });

  it('rotates a JPEG according to its EXIF data and removes its metadata', async () => {
    const upright = flag()
      .flatten({ background: 'white' })
      .withExif({ IFD0: { Artist: 'Somebody' } });
    const bytes = await upright.withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const found = await accept(bytes);
    expect(found).toMatchObject({ kind: 'jpeg', mimeType: 'image/jpeg', extension: 'jpg', pages: 1 });
    const page = (await PDF.load(found.pdf!)).getPage(0)!;
    expect(page.height).toBeGreaterThan(page.width);
    const { data, info } = await sharp((await imageOf(found.pdf!)).data)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 200, height: 400 });
    expect(data[0]).toBeGreaterThan(240);
    expect(data[2]).toBeLessThan(20);
    expect(found.pdf!.includes('Exif')).toBe(false);
  });

  inDepth('accepts greyscale, 16-bit and CMYK images', async () => {
    const grey = await flag().flatten().greyscale().png().toBuffer();
    const deep = await flag().toColourspace('rgb16').png().toBuffer();
    const print = await flag().flatten().toColourspace('cmyk').jpeg().toBuffer();
    for (const bytes of [grey, deep, print]) expect(await codeOf(bytes)).toBe('accepted, pages: 1');
  });

  it('calls a truncated image unreadable', async () => {
    expect(await codeOf(cut(await flag().png().toBuffer(), 0.7))).toBe('document_unreadable');
    expect(await codeOf(cut(await flag().jpeg().toBuffer(), 0.7))).toBe('document_unreadable');
  });

  it('calls an image with too many pixels too complex', async () => {
    const bytes = await flag().png().toBuffer();
    const header = bytes.subarray(12, 29);
    header.writeUInt32BE(MAX_IMAGE_PIXELS / 1000 + 1, 4);
    header.writeUInt32BE(1000, 8);
    bytes.writeUInt32BE(crc32(header), 29);
    expect(await codeOf(bytes)).toBe('document_too_complex');
  });
});
