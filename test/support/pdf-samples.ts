import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { PDF } from '@libpdf/core';

/** A PDF with a cross-reference table and a number on each page. */
export async function textPdf(pages = 1, words = 'This is page'): Promise<Buffer> {
  const pdf = PDF.create();
  for (let page = 1; page <= pages; page++) {
    pdf.addPage({ size: 'a4' }).drawText(`${words} ${page}`, { x: 72, y: 700 });
  }
  return Buffer.from(await pdf.save());
}

/** The same from another writer, with object streams and a cross-reference stream. */
export async function compressedPdf(pages = 1): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page++)
    pdf.addPage().drawText(`This is page ${page}`, { x: 72, y: 700, font });
  return Buffer.from(await pdf.save({ useObjectStreams: true }));
}

export async function encryptedPdf(userPassword: string): Promise<Buffer> {
  const pdf = await PDF.load(await textPdf());
  pdf.setProtection({ userPassword, ownerPassword: 'owner' });
  return Buffer.from(await pdf.save());
}

/** Writes a PDF from the bodies of its objects 1, 2, … (the first is the catalog), as ISO 32000-1 §7.5 lays it out. */
export function assemblePdf(bodies: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let start = parts[0]!.length;
  bodies.forEach((body, index) => {
    offsets.push(start);
    const object = [Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')];
    parts.push(...object);
    for (const part of object) start += part.length;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = bodies.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export function streamBody(content: string | Buffer, dictionary = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ]);
}

export const PAGE_TREE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
export const ONE_PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Resources << >> >>';

/** One page, and a catalog with these additional entries. */
export function pdfWithCatalog(entries: string, ...others: (string | Buffer)[]): Buffer {
  return assemblePdf([`<< /Type /Catalog /Pages 2 0 R ${entries} >>`, PAGE_TREE, ONE_PAGE, ...others]);
}

/** One page, and an action that runs when the document is opened (ISO 32000-1 §12.6). */
export const openingPdf = (action: string) => pdfWithCatalog(`/OpenAction << ${action} >>`);

/** A page with an annotation (ISO 32000-1 §12.5), whose appearance may be object 5. */
export const annotatedPdf = (annotation: string) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    ONE_PAGE.replace('/Resources', '/Annots [4 0 R] /Resources'),
    `<< /Type /Annot /Rect [0 0 9 9] ${annotation} >>`,
    streamBody('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
  ]);

/** One page with an image, object 4, that has these further entries (ISO 32000-1 §8.9.5). */
export const imagePdf = (entries: string) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    ONE_PAGE.replace('/Resources <<', '/Resources << /XObject << /P 4 0 R >>'),
    streamBody(
      Buffer.alloc(1),
      `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ${entries}`,
    ),
  ]);

/** One page, and a layer, object 4 (ISO 32000-1 §8.11). @param membership - the entries of a membership dictionary */
export const layeredPdf = (usage: string, configuration = '', membership = '') =>
  pdfWithCatalog(
    `/OCProperties << /OCGs [4 0 R] /D << ${configuration} >> >> /Membership << ${membership} >>`,
    `<< /Type /OCG /Name (Layer) /Usage << ${usage} >> >>`,
  );

/** One page, and an attached file of this name (ISO 32000-1 §7.11.4). */
export const pdfWithFile = (name: string) =>
  pdfWithCatalog(
    '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
    `<< /Type /Filespec /F (${name}) /EF << /F 5 0 R >> >>`,
    streamBody('MZ'),
  );

/** One page, and `bytes` in a stream that cannot be compressed. */
export function bulkyPdf(bytes: number): Buffer {
  return pdfWithCatalog('', streamBody(randomBytes(bytes)));
}

/** A page with a text tag for a signature, and this many other pieces of text, each in its own place. */
export function wordyPdf(pieces: number, tag = '{{signature:1}}'): Buffer {
  const words = Array.from(
    { length: pieces },
    (_, index) => `1 0 0 1 ${6 * (index % 50)} ${390 - (index % 380)} Tm (word) Tj`,
  );
  const content = `BT /F 4 Tf ${words.join(' ')} 1 0 0 1 9 4 Tm (${tag}) Tj ET`;
  const font = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    ONE_PAGE.replace('/Resources <<', `/Contents 4 0 R /Resources << ${font}`),
    streamBody(deflateSync(content), '/Filter /FlateDecode'),
  ]);
}

/** A page of 64 × 64 black pixels, encoded as a one-dimensional fax (ITU-T T.4). */
export function faxPdf(): Buffer {
  const whiteNone = '00110101';
  const black64 = '0000001111' + '0000110111';
  const bits = (whiteNone + black64).repeat(64);
  const packed = Buffer.from(bits.match(/.{8}/g)!.map((octet) => parseInt(octet, 2)));
  const picture =
    '/Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 1 /ColorSpace /DeviceGray ' +
    '/Filter /CCITTFaxDecode /DecodeParms << /K 0 /Columns 64 /Rows 64 /EndOfBlock false >>';
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>',
    streamBody('q 200 0 0 200 50 100 cm /P Do Q'),
    streamBody(packed, picture),
  ]);
}

/** A page that inherits its resources, box and rotation from an intermediate node of the page tree. */
export function inheritingPdf(): Buffer {
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 90 /CropBox [10 10 50 50] >>',
    '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R] /Count 1 /Rotate 270 /MediaBox [0 0 300 400] /CropBox [0 0 300 400] /Resources << /Font << /F1 6 0 R >> >> >>',
    '<< /Type /Page /Parent 3 0 R /Contents 5 0 R >>',
    streamBody('BT /F1 18 Tf 40 200 Td (Inherited words) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** An object stream of a few hundred kilobytes that expands to `megabytes` of spaces. */
export function objectStreamBomb(megabytes: number): Buffer {
  const head = '4 0 5 2 ';
  const packed = deflateSync(
    Buffer.concat([Buffer.from(`${head}1 1`), Buffer.alloc(megabytes * 1024 * 1024, ' 1')]),
  );
  const catalog = `<< /Type /Catalog /Pages 2 0 R >>`;
  const stream = streamBody(packed, `/Type /ObjStm /N 2 /First ${head.length} /Filter /FlateDecode`);
  // Without a cross-reference, a reader expands every object stream in search of the catalog.
  return Buffer.from(
    assemblePdf([catalog, PAGE_TREE, ONE_PAGE, stream]).toString('latin1').replace('\nxref', '\nxxxx'),
    'latin1',
  );
}

/** The words of each page. */
export async function textOf(pdf: Buffer): Promise<string[]> {
  return (await PDF.load(pdf)).extractText().map((page) => page.text);
}
