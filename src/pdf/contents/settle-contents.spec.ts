import { deflateSync } from 'node:zlib';
import { PDF } from '@libpdf/core';
import { pdfJsWords } from '../../../test/support/pdf-js-text.js';
import { CATALOG, FONT, page, PAGES, RawFile } from '../../../test/support/raw-pdf.js';
import { uploadOf } from '../../../test/support/uploads.js';
import { type Settings } from '../../platform/config/settings.js';
import { OfficeConverter } from '../../platform/office/office-converter.js';
import { PdfService } from '../pdf.service.js';
import { TextFonts } from '../text-fonts.js';
import { contestedContents } from './settle-contents.js';

const CONTENT = 'BT /F1 24 Tf 72 700 Td (Rent: 100) Tj ET';
const DRAWING = `${CONTENT} /Form Do`;
const IN_FORM = 'BT /F1 24 Tf 72 600 Td (Deposit: 300) Tj ET';

/** As the TIFF predictor has it, in one row (ISO 32000-2 §7.4.4.4). */
const differences = (text: string) =>
  Buffer.from(
    Array.from(text, (_, at) => (text.charCodeAt(at) - (at > 0 ? text.charCodeAt(at - 1) : 0)) & 0xff),
  );

/** A page with a form, whose filters and parameters are objects of their own. */
function withFiltersElsewhere(filter: string, parameters: (reference: string) => string): Buffer {
  const packed = (text: string, predictor: string, entries = '') => {
    const data = deflateSync(differences(text)).toString('latin1');
    const own = `/Filter ${filter} /DecodeParms ${parameters(predictor)}`;
    return `<< ${entries} /Length ${data.length} ${own} >>\nstream\n${data}\nendstream`;
  };
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >>';
  const file = new RawFile();
  [
    CATALOG,
    PAGES,
    page().replace('/Font', '/XObject << /Form 6 0 R >> /Font'),
    FONT,
    packed(DRAWING, '8 0 R'),
    packed(IN_FORM, '9 0 R', form),
    '/FlateDecode',
    `<< /Predictor 2 /Columns 10 0 R >>`,
    `<< /Predictor 2 /Columns ${IN_FORM.length} >>`,
    String(DRAWING.length),
  ].forEach((body, index) => file.object(index + 1, body));
  return file.plain();
}

describe('content whose filters stand elsewhere in the file', () => {
  const service = new PdfService(new OfficeConverter({} as Settings), new TextFonts({} as Settings));
  afterAll(() => service.onApplicationShutdown());

  const ONE = (reference: string) => reference;
  const LIST = (reference: string) => `[${reference}]`;

  it.each([
    ['7 0 R', ONE],
    ['[7 0 R]', LIST],
  ])('is presented as it is: %s', async (filter, parameters) => {
    const found = await service.inspect(uploadOf(withFiltersElsewhere(filter, parameters)), { tenant: 1 });
    if (!found.ok) throw new Error(found.code);
    const text = await pdfJsWords(found.pdf!);
    expect(text).toContain('Rent: 100');
    expect(text).toContain('Deposit: 300');
  });

  it.each([
    ['7 0 R', LIST],
    ['[7 0 R]', ONE],
  ])('is refused where pdf.js does not apply the parameters: %s', async (filter, parameters) => {
    const found = await service.inspect(uploadOf(withFiltersElsewhere(filter, parameters)), { tenant: 1 });
    expect(found).toMatchObject({ ok: false, code: 'document_ambiguous' });
  });

  it.each<[string, string, string | null]>([
    ['digits to the base 85', '[/ASCII85Decode /FlateDecode]', null],
    ['hexadecimal digits', '/ASCIIHexDecode', null],
    ['digits without an end', '/ASCII85Decode', 'malformed content'],
  ])('is sound, or not, in a signed document: %s', async (_, filters, fault) => {
    const data = filters.includes('Hex')
      ? `${Buffer.from(CONTENT).toString('hex')}>`
      : filters.includes('Flate')
        ? base85(deflateSync(CONTENT))
        : base85(Buffer.from(CONTENT)).slice(0, -2);
    const stream = `<< /Length ${data.length} /Filter ${filters} >>\nstream\n${data}\nendstream`;
    const file = new RawFile();
    [CATALOG, PAGES, page(), FONT, stream].forEach((body, index) => file.object(index + 1, body));
    expect(contestedContents(await PDF.load(file.plain()))).toBe(fault);
  });
});

/** As ReportLab writes it, in lines (ISO 32000-2 §7.4.3). */
function base85(bytes: Buffer): string {
  let digits = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const part = bytes.subarray(at, at + 4);
    let value = Buffer.concat([part, Buffer.alloc(4 - part.length)]).readUInt32BE();
    let group = '';
    for (let index = 0; index < 5; index++, value = Math.floor(value / 85))
      group = String.fromCharCode(33 + (value % 85)) + group;
    digits += value === 0 && group === '!!!!!' && part.length === 4 ? 'z' : group.slice(0, part.length + 1);
  }
  return `${digits.replace(/.{70}/g, '$&\n')}~>`;
}
