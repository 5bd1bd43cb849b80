import { deflateSync } from 'node:zlib';
import { Random } from '../../../scripts/mrz/random.js';
import {
  assemblePdf,
  compressedPdf,
  encryptedPdf,
  objectStreamBomb,
  ONE_PAGE,
  PAGE_TREE,
  pdfWithCatalog,
  streamBody,
  textPdf,
  wordyPdf,
} from '../../support/pdf-samples.js';
import { hostile, type HostileFile } from './hostile-file.js';

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const MIB = 1024 * 1024;

const flate = (content: string | Buffer, dictionary = '') =>
  streamBody(deflateSync(content), `/Filter /FlateDecode ${dictionary}`);
/** One page with these entries, and further objects from number 4. */
const withPage = (entries: string, ...others: (string | Buffer)[]) =>
  assemblePdf([CATALOG, PAGE_TREE, ONE_PAGE.replace('/Resources << >>', entries), ...others]);
const withContent = (content: string | Buffer, resources = '') =>
  withPage(`/Contents 4 0 R /Resources << ${resources} >>`, flate(content));
const withBox = (box: string) => assemblePdf([CATALOG, PAGE_TREE, ONE_PAGE.replace('[0 0 300 400]', box)]);
const withTrailer = (from: string, to: string) =>
  Buffer.from(assemblePdf([CATALOG, PAGE_TREE, ONE_PAGE]).toString('latin1').replace(from, to), 'latin1');
const withPicture = (dictionary: string, bytes: string | Buffer = 'x'.repeat(1_000)) =>
  withPage(
    '/Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >>',
    streamBody('q 200 0 0 200 50 100 cm /P Do Q'),
    streamBody(bytes, `/Type /XObject /Subtype /Image ${dictionary}`),
  );
/** A bomb with several layers of compression. */
const layers = (bytes: Buffer, depth: number): Buffer =>
  depth === 0 ? bytes : layers(deflateSync(bytes), depth - 1);

/** PDFs that take more time or memory than a document needs. */
const COSTLY: readonly HostileFile[] = [
  // A fast machine reads them within the time limit.
  hostile('20 million operators', () => withContent('q '.repeat(20e6))),
  hostile('a million words', () => withContent(`BT /F 1 Tf ${'(word) Tj '.repeat(1e6)} ET`)),
  hostile('a text tag among 40,000 pieces of text', () => wordyPdf(40_000)),
  hostile('object stream of 600 MB', () => objectStreamBomb(600), 'refused'),
  hostile('content of 800 MB', () => withContent(Buffer.alloc(800 * MIB, ' '))),
  hostile('content compressed six times', () =>
    withPage(
      '/Contents 4 0 R /Resources << >>',
      streamBody(layers(Buffer.alloc(200 * MIB, ' '), 6), `/Filter [${'/FlateDecode '.repeat(6)}]`),
    ),
  ),
  hostile('thousand filters', () =>
    withPage(
      '/Contents 4 0 R /Resources << >>',
      streamBody('78 9c', `/Filter [${'/ASCIIHexDecode '.repeat(1_000)}]`),
    ),
  ),
  hostile('predictor of 2^31 columns', () =>
    withPage(
      '/Contents 4 0 R /Resources << >>',
      flate('q Q', '/DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 32 /BitsPerComponent 16 >>'),
    ),
  ),
  hostile('lists 100,000 deep', () => pdfWithCatalog(`/A ${'['.repeat(1e5)}${']'.repeat(1e5)}`)),
  hostile('dictionaries 100,000 deep', () => pdfWithCatalog(`/A ${'<</A '.repeat(1e5)}1${'>>'.repeat(1e5)}`)),
  hostile('strings 100,000 deep', () => pdfWithCatalog(`/A ${'('.repeat(1e5)}${')'.repeat(1e5)}`)),
  hostile('name of 5 MB', () => pdfWithCatalog(`/${'A'.repeat(5 * MIB)} 1`)),
  hostile('string of 20 MB', () => pdfWithCatalog(`/A (${'a'.repeat(20 * MIB)})`)),
  hostile('300,000 objects', () =>
    assemblePdf([CATALOG, PAGE_TREE, ONE_PAGE, ...Array<string>(3e5).fill('null')]),
  ),
  hostile('100,000 annotations', () =>
    withPage(
      `/Resources << >> /Annots [${'4 0 R '.repeat(1e5)}]`,
      '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] >>',
    ),
  ),
  hostile('501 pages', () => textPdf(501), 'document_too_many_pages'),
  hostile('one page 100,000 times', () =>
    assemblePdf([CATALOG, `<< /Type /Pages /Kids [${'3 0 R '.repeat(1e5)}] /Count 100000 >>`, ONE_PAGE]),
  ),
  hostile('10,000 text tags', () =>
    withContent(
      `BT /F 4 Tf ${Array.from({ length: 10_000 }, (_, tag) => `1 0 0 1 ${tag % 300} ${tag % 400} Tm ({{signature:1}}) Tj`).join(' ')} ET`,
      '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
    ),
  ),
  hostile('page tree 5,000 deep', () => {
    const nodes = Array.from(
      { length: 5_000 },
      (_, depth) => `<< /Type /Pages /Kids [${depth + 3} 0 R] /Count 1 >>`,
    );
    return assemblePdf([CATALOG, ...nodes, ONE_PAGE]);
  }),
];

/** PDFs whose objects refer to themselves. */
const CIRCULAR: readonly HostileFile[] = [
  hostile(
    'page tree in a circle',
    () => assemblePdf([CATALOG, PAGE_TREE.replace('3 0 R', '2 0 R')]),
    'refused',
  ),
  hostile('parents in a circle', () =>
    assemblePdf([CATALOG, '<< /Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1 >>', ONE_PAGE]),
  ),
  hostile('form that draws itself', () =>
    withPage(
      '/Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >>',
      streamBody('/P Do'),
      streamBody(
        '/P Do /P Do',
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /P 5 0 R >> >>',
      ),
    ),
  ),
  hostile('forms that draw each other, 2^30 times', () => {
    const form = (level: number) =>
      streamBody(
        '/P Do /P Do',
        `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /P ${level + 6} 0 R >> >>`,
      );
    const forms = Array.from({ length: 30 }, (_, level) => form(level));
    const last = streamBody('(x) Tj', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]');
    return withPage(
      '/Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >>',
      streamBody('/P Do'),
      ...forms,
      last,
    );
  }),
  hostile('bookmarks in a circle', () =>
    pdfWithCatalog(
      '/Outlines 4 0 R',
      '<< /First 5 0 R /Last 5 0 R >>',
      '<< /Title (a) /Next 5 0 R /Parent 4 0 R >>',
    ),
  ),
  hostile('names in a circle', () => pdfWithCatalog('/Names << /Dests 4 0 R >>', '<< /Kids [4 0 R] >>')),
  hostile('fields in a circle', () =>
    pdfWithCatalog('/AcroForm << /Fields [4 0 R] >>', '<< /T (a) /Kids [4 0 R] /Parent 4 0 R >>'),
  ),
  hostile('structure in a circle', () =>
    pdfWithCatalog(
      '/StructTreeRoot 4 0 R',
      '<< /Type /StructTreeRoot /K 5 0 R >>',
      '<< /S /P /K [5 0 R] /P 5 0 R >>',
    ),
  ),
  hostile('length of itself', () =>
    withPage('/Contents 4 0 R /Resources << >>', Buffer.from('<< /Length 4 0 R >>\nstream\nq Q\nendstream')),
  ),
  hostile('reference to itself', () => pdfWithCatalog('/A 4 0 R', '4 0 R')),
  hostile('cross-reference in a circle', () => withTrailer('/Size 4', '/Size 4 /Prev 9')),
];

/** PDFs that make false statements. */
const LYING: readonly HostileFile[] = [
  hostile('page of 10^9 points', () => withBox('[0 0 1000000000 1000000000]')),
  hostile('page without room', () => withBox('[0 0 0 0]')),
  hostile('page upside down', () => withBox('[300 400 -300 -400]')),
  hostile('page of words', () => withBox('[(a) /b null true]')),
  hostile('page beyond numbers', () => withBox(`[0 0 ${'9'.repeat(400)} 1e999]`)),
  hostile('unit of 10^6', () => withPage('/UserUnit 1000000 /Resources << >>')),
  hostile('rotation by 45 degrees', () => withPage('/Rotate 45 /Resources << >>')),
  hostile('-1 pages', () => assemblePdf([CATALOG, PAGE_TREE.replace('/Count 1', '/Count -1'), ONE_PAGE])),
  hostile('2^31 pages', () =>
    assemblePdf([CATALOG, PAGE_TREE.replace('/Count 1', '/Count 2147483648'), ONE_PAGE]),
  ),
  hostile('trailer of 2^31 objects', () => withTrailer('/Size 4', '/Size 2147483648')),
  hostile('table of 2^31 entries', () => withTrailer('xref\n0 4', 'xref\n0 2147483647')),
  hostile('startxref beyond its end', () => withTrailer('startxref\n', 'startxref\n99999999999')),
  hostile('object number of 2^53', () => withTrailer('/Root 1 0 R', '/Root 9007199254740993 0 R')),
  hostile('length of -1', () =>
    withPage('/Contents 4 0 R /Resources << >>', Buffer.from('<< /Length -1 >>\nstream\nq Q\nendstream')),
  ),
  hostile('picture of 10^10 pixels', () =>
    withPicture('/Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB'),
  ),
  ...['JPXDecode', 'JBIG2Decode', 'DCTDecode', 'CCITTFaxDecode', 'LZWDecode', 'Crypt', 'Unknown'].map(
    (filter) =>
      hostile(`picture that is no ${filter}`, () =>
        withPicture(
          `/Width 60000 /Height 60000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /${filter}`,
        ),
      ),
  ),
  hostile('cross-reference stream of width 0', () =>
    Buffer.concat([
      Buffer.from('%PDF-1.7\n1 0 obj\n'),
      streamBody('', '/Type /XRef /W [0 0 0] /Index [0 2147483647] /Size 2147483647 /Root 1 0 R'),
      Buffer.from('\nendobj\nstartxref\n9\n%%EOF'),
    ]),
  ),
  hostile(
    'encryption by an unknown handler',
    () => withTrailer('/Size 4', '/Size 4 /Encrypt << /Filter /Evil /V 99 >>'),
    'refused',
  ),
  hostile('signature over a range of its own', () =>
    pdfWithCatalog(
      '/AcroForm << /SigFlags 3 /Fields [4 0 R] >>',
      '<< /FT /Sig /T (a) /V 5 0 R >>',
      '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [-1 2147483648 0 -5] /Contents <00> >>',
    ),
  ),
  hostile('password', () => encryptedPdf('secret'), 'document_password_protected'),
  hostile('empty password', () => encryptedPdf('')),
];

/** PDFs that are something else as well. */
const POLYGLOT: readonly HostileFile[] = [
  hostile('PDF behind HTML', async () =>
    Buffer.concat([Buffer.from('<html><script>alert(1)</script><!--\n'), await textPdf()]),
  ),
  hostile('PDF behind a shell script', async () =>
    Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), await textPdf()]),
  ),
  hostile('PDF behind GIF', async () =>
    Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), await textPdf()]),
  ),
  hostile('PDF with a program behind it', async () =>
    Buffer.concat([await textPdf(), Buffer.from('MZ'.repeat(5_000))]),
  ),
  hostile('two PDFs in one', async () => Buffer.concat([await textPdf(1), await textPdf(2)])),
  hostile('PDF header only', () => Buffer.from('%PDF-1.7\n'), 'refused'),
  hostile('PDF version 9.9', async () =>
    Buffer.concat([Buffer.from('%PDF-9.9'), (await textPdf()).subarray(8)]),
  ),
  hostile('endless string', () => Buffer.from('%PDF-1.7\n1 0 obj << /A ('), 'refused'),
];

/** PDFs of two writers, cut off or with bytes changed at seeded places. */
function damaged(seed: number, count: number): HostileFile[] {
  return Array.from({ length: count }, (_, index) => {
    const random = new Random(seed + index);
    const source = () => (index % 2 === 0 ? textPdf(3) : compressedPdf(3));
    if (index % 4 < 2)
      return hostile(`PDF cut off (${index})`, async () => {
        const bytes = await source();
        return bytes.subarray(0, 10 + random.below(bytes.length - 10));
      });
    return hostile(`PDF with changed bytes (${index})`, async () => {
      const bytes = await source();
      for (let times = 0; times < 20; times++) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    });
  });
}

export const brokenPdfs = (seed: number): HostileFile[] => [
  ...COSTLY,
  ...CIRCULAR,
  ...LYING,
  ...POLYGLOT,
  ...damaged(seed, 16),
];
