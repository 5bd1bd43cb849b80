import { LocalPdfManager, type PdfJsDocument, setVerbosityLevel, XRefParseException } from '#vendor/pdf-js';

setVerbosityLevel(0);

/**
 * Opens a file with the reader of the signing page.
 * @param isSearched whether to search the bytes for objects instead of using the file's table
 * @param evaluatorOptions of pdf.js, for callers that make it follow a page's operators
 * @throws Error if the bytes cannot be read this way
 */
export async function openWithPdfJs(
  bytes: Uint8Array,
  { isSearched = false, evaluatorOptions = {} } = {},
): Promise<PdfJsDocument> {
  const options = { docId: '', enableXfa: false, evaluatorOptions, password: '' };
  // A copy, since pdf.js treats a Buffer's whole memory as the file.
  const { pdfDocument } = new LocalPdfManager({ ...options, source: new Uint8Array(bytes) });
  pdfDocument.checkHeader();
  pdfDocument.parseStartXRef();
  pdfDocument.parse(isSearched);
  await pdfDocument.checkFirstPage(isSearched);
  await pdfDocument.checkLastPage(isSearched);
  return pdfDocument;
}

/** Opens a file as pdf.js itself does: by its table, or else by searching its bytes. */
export async function openAsReadersDo(bytes: Uint8Array, evaluatorOptions = {}): Promise<PdfJsDocument> {
  try {
    return await openWithPdfJs(bytes, { evaluatorOptions });
  } catch (error) {
    if (!(error instanceof XRefParseException)) throw error;
    return openWithPdfJs(bytes, { isSearched: true, evaluatorOptions });
  }
}
