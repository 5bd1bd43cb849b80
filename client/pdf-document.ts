import type { PDFDocumentProxy } from 'pdfjs-dist';

declare const PDFJS_FOLDER: string;

/** The PDF reader, from our own origin. */
export async function loadPdfJs(): Promise<typeof import('pdfjs-dist')> {
  const pdfjs = (await import(`${PDFJS_FOLDER}pdf.min.mjs`)) as typeof import('pdfjs-dist');
  pdfjs.GlobalWorkerOptions.workerSrc = `${PDFJS_FOLDER}pdf.worker.min.mjs`;
  return pdfjs;
}

/** Opens the PDF at an address. */
export const openPdf = (pdfjs: typeof import('pdfjs-dist'), url: string): Promise<PDFDocumentProxy> =>
  pdfjs.getDocument({
    url,
    isEvalSupported: false,
    enableXfa: false,
    disableAutoFetch: true,
    cMapUrl: `${PDFJS_FOLDER}cmaps/`,
    // Widths in a PDF belong to its own fonts. If it embeds none, only the bundled ones match on every device.
    useSystemFonts: false,
    standardFontDataUrl: `${PDFJS_FOLDER}standard_fonts/`,
    wasmUrl: `${PDFJS_FOLDER}wasm/`,
    iccUrl: `${PDFJS_FOLDER}iccs/`,
  }).promise;
