import { LocalPdfManager, type PdfJsDocument, setVerbosityLevel, XRefParseException } from '#vendor/pdf-js';

setVerbosityLevel(0);

/**
 * Opens a file with the reader of the signing page.
 * @param isSearched whether objects are looked for in the bytes instead of in the file's table
 * @param evaluatorOptions of pdf.js, for whoever lets it follow a page's operators
 * @throws Error if the bytes cannot be read so
 */
export async function openWithPdfJs(
  bytes: Uint8Array,
  { isSearched = false, evaluatorOptions = {} } = {},
): Promise<PdfJsDocument> {
  const options = { docId: '', enableXfa: false, evaluatorOptions, password: '' };
  // A copy, since pdf.js takes a Buffer's whole memory for the file.
  const { pdfDocument } = new LocalPdfManager({ ...options, source: new Uint8Array(bytes) });
  pdfDocument.checkHeader();
  pdfDocument.parseStartXRef();
  pdfDocument.parse(isSearched);
  await pdfDocument.checkFirstPage(isSearched);
  await pdfDocument.checkLastPage(isSearched);
  return pdfDocument;
}

/** The same as pdf.js itself does it: by the file's table, or else by searching its bytes. */
export async function openAsReadersDo(bytes: Uint8Array, evaluatorOptions = {}): Promise<PdfJsDocument> {
  try {
    return await openWithPdfJs(bytes, { evaluatorOptions });
  } catch (error) {
    if (!(error instanceof XRefParseException)) throw error;
    return openWithPdfJs(bytes, { isSearched: true, evaluatorOptions });
  }
}
