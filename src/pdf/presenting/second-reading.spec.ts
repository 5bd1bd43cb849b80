import { PDF } from '@libpdf/core';
import { BODIES, RawFile } from '../../../test/support/raw-pdf.js';
import { secondReadingFault } from './second-reading.js';
import { writePlain } from './write-plain.js';

const CONTENT = 'BT /F1 24 Tf 72 700 Td (Rent: 100) Tj ET';

/** A page whose content is longer than stated, in a file without a usable table, as FOP 0.20 wrote them. */
function overlong(lineEnd: string, content = CONTENT): Buffer {
  const file = new RawFile();
  BODIES.forEach((body, index) => file.object(index + 1, body));
  file.object(5, `<< /Length 10 >>\nstream\n${content}${lineEnd}endstream`);
  return file.raw('trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n1\n%%EOF\n').bytes();
}

const plainOf = async (upload: Buffer) => writePlain(await PDF.load(upload), new Uint8Array(16)).bytes;

describe('the second reading', () => {
  it.each([
    ['CR and LF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])('reads the same page where a stream is longer than stated and ends with %s', async (_, lineEnd) => {
    const upload = overlong(lineEnd);
    expect(await secondReadingFault(upload, await plainOf(upload))).toBeNull();
  });

  it('reports a page whose content differs', async () => {
    const written = await plainOf(overlong('\n', CONTENT.replace('100', '9000')));
    expect(await secondReadingFault(overlong('\n'), written)).toBe('its page 1 differs');
  });

  it('reports a file that cannot be read', async () => {
    const written = await plainOf(overlong('\n'));
    expect(await secondReadingFault(Buffer.from('%PDF-1.7\nnothing'), written)).toBe('it cannot be read');
  });
});
