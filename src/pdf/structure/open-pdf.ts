import '../../pdf-signatures/exact-numbers.js';
import { PDF } from '@libpdf/core';

export interface OpenedPdf {
  pdf: PDF;
  /** Whether the file's cross-reference table was unusable, so that its objects had to be searched for. */
  rebuilt: boolean;
}

/**
 * Opens a PDF as leniently as the two libraries can; callers must check whether the document is complete. The first
 * library finds no catalog in some valid files (linearized, then saved by a browser), but opens them after the second
 * has rewritten them.
 * @throws Error if neither can read the bytes
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  const pdf = await loadPdf(bytes).catch(() => null);
  if (pdf !== null && pdf.getPageCount() > 0) return { pdf, rebuilt: pdf.recoveredViaBruteForce };
  // Loaded on demand: it is rarely needed, and loading it takes as long as inspecting a small document.
  const { PDFDocument } = await import('#vendor/pdf-lib');
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const rewritten = await document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  });
  return { pdf: await PDF.load(rewritten), rebuilt: true };
}

async function loadPdf(bytes: Uint8Array): Promise<PDF> {
  const pdf = await PDF.load(bytes);
  if (pdf.isAuthenticated) return pdf;
  const signed = withSignedPermissions(bytes);
  return signed === null ? pdf : PDF.load(signed);
}

/**
 * The bytes with an encrypted file's permissions as the signed number that they are (ISO 32000-2 §7.6.4.2). Some
 * programs write them unsigned, and the library then considers the file tampered with.
 */
function withSignedPermissions(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes).toString('latin1');
  const mended = text.replace(UNSIGNED_PERMISSIONS, (entry, name: string, value: string) =>
    `${name}${Number(value) | 0}`.padEnd(entry.length),
  );
  return mended === text ? null : Buffer.from(mended, 'latin1');
}
const UNSIGNED_PERMISSIONS = /(\/P\s{1,8})([2-4]\d{9})(?=[\s/>])/g;
