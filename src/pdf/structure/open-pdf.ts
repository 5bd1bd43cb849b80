import { PDF } from '@libpdf/core';

export interface OpenedPdf {
  pdf: PDF;
  /** The file's own cross-reference could not be used: the objects were found by searching for them. */
  rebuilt: boolean;
}

/**
 * Opens a PDF as leniently as the two libraries together can; whether what was opened is whole is for the caller
 * to ask. Some sound files (linearized, then saved by a browser) show the first library no catalog, and open in it
 * after the second has rewritten them. Throws when neither can read the bytes.
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  const pdf = await PDF.load(bytes).catch(() => null);
  if (pdf !== null && pdf.getPageCount() > 0) return { pdf, rebuilt: pdf.recoveredViaBruteForce };
  // Loaded only here: it is rarely needed, and takes as long to load as a small document takes to inspect.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const rewritten = await document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  });
  return { pdf: await PDF.load(rewritten), rebuilt: true };
}
