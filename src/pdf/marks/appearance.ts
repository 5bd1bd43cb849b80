import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PDFPage, PdfRef, PdfStream } from '@libpdf/core';
import { newResources } from '../structure/device-colors.js';
import { type PageSize } from '../structure/page-size.js';

/** Never an object of the file, since the page drawn on is not part of it. */
const NO_OBJECT = PdfRef.of(0, 65_535);

/** A page's rotation in degrees clockwise (ISO 32000-1 §7.7.3.3). */
export type Turn = 0 | 90 | 180 | 270;

const MATRICES: Readonly<Record<Turn, readonly number[]>> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};

/**
 * A field's appearance: a form XObject (ISO 32000-1 §12.5.5). The library only draws on pages, so `page` is a
 * stand-in: whatever is drawn on it goes into the XObject and never into the document's pages.
 */
export class Appearance {
  readonly page: PDFPage;
  private readonly content: Uint8Array[] = [];
  private readonly resources: PdfDict;

  constructor(
    private readonly pdf: PDF,
    private readonly size: PageSize,
  ) {
    this.resources = newResources(pdf);
    const dictionary = PdfDict.of({
      Type: PdfName.of('Page'),
      MediaBox: numbers([0, 0, size.width, size.height]),
      Resources: this.resources,
    });
    this.page = new PDFPage(NO_OBJECT, dictionary, 0, pdf.context);
    Object.assign(this.page, { appendContent: (part: string | Uint8Array) => this.append(part) });
  }

  /** Registers the XObject. It appears upright on a page that is rotated by `turn`. */
  finish(turn: Turn): PdfRef {
    const form = PdfStream.fromDict(
      {
        Type: PdfName.of('XObject'),
        Subtype: PdfName.of('Form'),
        FormType: PdfNumber.of(1),
        BBox: numbers([0, 0, this.size.width, this.size.height]),
        Matrix: numbers(MATRICES[turn]),
        Resources: this.resources,
      },
      Buffer.concat(this.content),
    );
    return this.pdf.register(form);
  }

  private append(part: string | Uint8Array): void {
    this.content.push(typeof part === 'string' ? Buffer.from(part, 'latin1') : part, Buffer.from('\n'));
  }
}

const numbers = (values: readonly number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)));
