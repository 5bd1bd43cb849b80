import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

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

/** The pages of one or several PDFs, numbered on. */
export class PdfPages {
  /** @param pdfs - in order */
  constructor(private readonly pdfs: readonly PDFDocumentProxy[]) {}

  get count(): number {
    return this.pdfs.reduce((sum, { numPages }) => sum + numPages, 0);
  }

  /** @param number - of a page, from 1 */
  getPage(number: number): Promise<PDFPageProxy> {
    const { pdf, before } = this.pdfOf(number);
    return pdf.getPage(number - before);
  }

  /** The PDF of a page, and how many pages come before it. */
  pdfOf(number: number): { pdf: PDFDocumentProxy; before: number } {
    let before = 0;
    for (const pdf of this.pdfs) {
      if (number <= before + pdf.numPages) return { pdf, before };
      before += pdf.numPages;
    }
    throw new Error(`There is no page ${number}`);
  }
}
