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

/** What the older encryptions make of an empty password (ISO 32000-2 §7.6.4.3.2); pdf-lib would take the user's. */
const EMPTY = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** A PDF with an empty password of its owner, and another one for everyone else. */
async function ownersPdf(algorithm: NonNullable<Options['algorithm']>): Promise<Buffer> {
  if (algorithm === 'AES-256') {
    const pdf = await PDF.load(await textPdf(2));
    pdf.setProtection({ userPassword: 'secret', ownerPassword: '' });
    return Buffer.from(await pdf.save());
  }
  const pdf = await PDFDocument.load(await textPdf(2));
  const [userPassword, ownerPassword] = ['secret', EMPTY.toString('latin1')];
  pdf.encrypt({ userPassword, ownerPassword, permissions: ALL, algorithm, allowWeakCryptography: true });
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

function accepted(found: ChildInspection) {
  if (!found.ok || found.kind !== 'pdf') throw new Error(JSON.stringify(found));
  return found;
}

describe('a PDF that opens without a password', () => {
  it.each(['RC4-40', 'RC4-128', 'AES-128', 'AES-256'] as const)(
    'writes a PDF without its encryption (%s)',
    async (algorithm) => {
      const { pdf, layout, changes } = accepted(await inspectDocument(await protectedPdf(ALL, algorithm)));
      expect(changes).toEqual({ forbidden: [], removed: ['encryption'] });
      expect(layout.pageSizes).toHaveLength(2);
      expect((await PDF.load(pdf!)).isEncrypted).toBe(false);
      expect(Buffer.from(pdf!).toString('latin1')).not.toContain('/Encrypt');
      expect(await textOf(Buffer.from(pdf!))).toEqual(await textOf(await textPdf(2)));
    },
  );

  it('accepts a PDF whatever its author forbids, and reports that', async () => {
    expect(accepted(await inspectDocument(await protectedPdf({}))).changes.forbidden).toEqual([
      ...['print', 'print_in_full_quality', 'change', 'copy'],
      ...['comment', 'fill_in', 'read_aloud', 'assemble'],
    ]);
    const noCopies = await protectedPdf({ ...ALL, copying: false, modifying: false }, 'AES-128');
    expect(accepted(await inspectDocument(noCopies)).changes.forbidden).toEqual(['change', 'copy']);
  });

  it('reports only the restrictions that the oldest encryption knows', async () => {
    const found = accepted(await inspectDocument(await protectedPdf({ ...ALL, printing: false }, 'RC4-40')));
    expect(found.changes.forbidden).toEqual(['print']);
  });
});

it('opens a PDF whose permissions are written without a sign', async () => {
  const bytes = (await protectedPdf()).toString('latin1');
  // The dictionary is the last object, so only the table moves.
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

it('reports nothing about a PDF without encryption', async () => {
  expect(accepted(await inspectDocument(await textPdf())).changes).toEqual({ forbidden: [], removed: [] });
});

it('refuses a PDF that needs a password', async () => {
  const pdf = await PDF.load(await textPdf());
  pdf.setProtection({ userPassword: 'secret', ownerPassword: 'owner' });
  expect(await inspectDocument(Buffer.from(await pdf.save()))).toMatchObject({
    code: 'document_password_protected',
    message: expect.stringContaining('cannot be opened without a password'),
  });
});

it.each(['RC4-40', 'RC4-128', 'AES-128', 'AES-256'] as const)(
  'accepts a PDF whose empty password is its owner’s, as other programs do (%s)',
  async (algorithm) => {
    const found = accepted(await inspectDocument(await ownersPdf(algorithm)));
    expect(found.changes.removed).toEqual(['encryption']);
    expect((await PDF.load(found.pdf!)).isEncrypted).toBe(false);
    expect(await textOf(Buffer.from(found.pdf!))).toEqual(await textOf(await textPdf(2)));
  },
);

it('refuses an encrypted PDF with signatures as unchangeable', async () => {
  const signed = pdfWithCatalog(
    '/AcroForm << /Fields [4 0 R] /SigFlags 3 >>',
    '<< /FT /Sig /T (S) /V 5 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] >>',
    '<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>',
  );
  expect(await inspectDocument(await protectedPdf(ALL, 'AES-256', signed))).toMatchObject({
    code: 'document_signed_unchangeable',
  });
});
