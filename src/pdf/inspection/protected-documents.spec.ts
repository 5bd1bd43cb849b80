import { PDFDocument } from '@cantoo/pdf-lib';
import { PDF } from '@libpdf/core';
import { pdfWithCatalog, textOf, textPdf } from '../../../test/support/pdf-samples.js';
import { type ChildInspection, inspectDocument } from './inspect-document.js';

type Options = Parameters<PDFDocument['encrypt']>[0];

const ALL: Options['permissions'] = {
  ...{ modifying: true, copying: true, annotating: true, fillingForms: true },
  ...{ printing: 'highResolution', contentAccessibility: true, documentAssembly: true },
};

async function protectedPdf(
  permissions = ALL,
  algorithm: NonNullable<Options['algorithm']> = 'AES-256',
  bytes?: Buffer,
): Promise<Buffer> {
  const pdf = await PDFDocument.load(bytes ?? (await textPdf(2)));
  pdf.encrypt({ ownerPassword: 'owner', permissions, algorithm, allowWeakCryptography: true });
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

function accepted(found: ChildInspection) {
  if (!found.ok || found.kind !== 'pdf') throw new Error(JSON.stringify(found));
  return found;
}

describe('a PDF that opens without a password', () => {
  it.each(['RC4-40', 'RC4-128', 'AES-128', 'AES-256'] as const)(
    'is presented without its encryption (%s)',
    async (algorithm) => {
      const { pdf, layout, changes } = accepted(await inspectDocument(await protectedPdf(ALL, algorithm)));
      expect(changes).toEqual({ forbidden: [], removed: ['encryption'] });
      expect(layout.pageSizes).toHaveLength(2);
      expect((await PDF.load(pdf!)).isEncrypted).toBe(false);
      expect(Buffer.from(pdf!).toString('latin1')).not.toContain('/Encrypt');
      expect(await textOf(Buffer.from(pdf!))).toEqual(await textOf(await textPdf(2)));
    },
  );

  it('is accepted whatever its author forbids, and that is told', async () => {
    expect(accepted(await inspectDocument(await protectedPdf({}))).changes.forbidden).toEqual([
      ...['print', 'print_in_full_quality', 'change', 'copy'],
      ...['comment', 'fill_in', 'read_aloud', 'assemble'],
    ]);
    const noCopies = await protectedPdf({ ...ALL, copying: false, modifying: false }, 'AES-128');
    expect(accepted(await inspectDocument(noCopies)).changes.forbidden).toEqual(['change', 'copy']);
  });

  it('of the oldest kind forbids no more than that kind knows', async () => {
    const found = accepted(await inspectDocument(await protectedPdf({ ...ALL, printing: false }, 'RC4-40')));
    expect(found.changes.forbidden).toEqual(['print']);
  });
});

it('a PDF whose permissions lack their sign is opened as well', async () => {
  const bytes = (await protectedPdf()).toString('latin1');
  // The dictionary is the last object, so that only the table moves.
  const unsigned = bytes
    .replace(/\/P -4(?=[\s/>])/, '/P 4294967292')
    .replace(
      /startxref\s+(\d+)/,
      (_, start: string) => `startxref\n${Number(start) + '4294967292'.length - 2}`,
    );
  expect(unsigned).not.toBe(bytes);
  const found = accepted(await inspectDocument(Buffer.from(unsigned, 'latin1')));
  expect(found.changes.removed).toEqual(['encryption']);
});

it('a PDF without encryption has nothing to tell', async () => {
  expect(accepted(await inspectDocument(await textPdf())).changes).toEqual({ forbidden: [], removed: [] });
});

it('a PDF that needs a password is refused', async () => {
  const pdf = await PDF.load(await textPdf());
  pdf.setProtection({ userPassword: 'secret', ownerPassword: 'owner' });
  expect(await inspectDocument(Buffer.from(await pdf.save()))).toMatchObject({
    code: 'document_password_protected',
    message: expect.stringContaining('cannot be opened without a password'),
  });
});

it('a PDF that opens with an empty password for its owner only is refused', async () => {
  const pdf = await PDF.load(await textPdf());
  pdf.setProtection({ userPassword: 'secret', ownerPassword: '' });
  expect(await inspectDocument(Buffer.from(await pdf.save()))).toMatchObject({
    code: 'document_password_protected',
  });
});

it('an encrypted PDF with signatures is refused as one that cannot be changed', async () => {
  const signed = pdfWithCatalog(
    '/AcroForm << /Fields [4 0 R] /SigFlags 3 >>',
    '<< /FT /Sig /T (S) /V 5 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] >>',
    '<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>',
  );
  expect(await inspectDocument(await protectedPdf(ALL, 'AES-256', signed))).toMatchObject({
    code: 'document_signed_unchangeable',
  });
});
