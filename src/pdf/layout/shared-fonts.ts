import { type PDF, PdfDict, PDFPage, PdfRef } from '@libpdf/core';
import { refKey } from '../pdf-comparison.js';
import { inherited } from '../structure/page-geometry.js';

/** What the library's reader asks of a font. */
interface Font {
  subtype: string;
  getWidth(code: number): number;
  /** Empty for a code without a character. */
  toUnicode(code: number): string;
}

type FontResolver = (name: string) => Font | null;

/**
 * The fonts that a document's text is read with, shared by its pages and each read when it is first used. The library would
 * read every font of a page again for each page.
 */
export class SharedFonts {
  private readonly known = new Map<string, Font | null>();

  constructor(private readonly pdf: PDF) {}

  /** Reads the text of this page with the shared fonts from now on. */
  lendTo(page: PDFPage): void {
    const resolve = this.resolverFor(page);
    Object.assign(page, { createFontResolver: () => resolve });
  }

  /**
   * How often this character occurs on a page. It takes a fraction of the time of reading the page's text, which the library
   * sorts into lines in a time that grows with the square of its length.
   */
  count(page: PDFPage, wanted: string): number {
    let found = 0;
    const resolve = this.resolverFor(page);
    const listenTo = (font: Font): Font => ({
      subtype: font.subtype,
      getWidth: () => 0,
      toUnicode: (code: number) => {
        found += font.toUnicode(code).split(wanted).length - 1;
        return '';
      },
    });
    Object.assign(page, {
      createFontResolver: () => (name: string) => {
        const font = resolve(name);
        return font && listenTo(font);
      },
    });
    page.extractText();
    this.lendTo(page);
    return found;
  }

  private resolverFor(page: PDFPage): FontResolver {
    const resources = inherited(this.pdf, page, 'Resources');
    const fonts =
      resources instanceof PdfDict ? resources.getDict('Font', (ref) => this.pdf.getObject(ref)) : undefined;
    const own = new Map<string, Font | null>();
    return (name) => {
      const entry = fonts?.get(name);
      if (!entry) return null;
      const [cache, key] = entry instanceof PdfRef ? [this.known, refKey(entry)] : [own, name];
      if (!cache.has(key)) cache.set(key, this.read(page, PdfDict.of({ [name]: entry }), name));
      return cache.get(key) ?? null;
    };
  }

  /** Reads one font with the library's own reader, which belongs to a page. */
  private read({ ref }: PDFPage, fonts: PdfDict, name: string): Font | null {
    const dictionary = PdfDict.of({ Resources: PdfDict.of({ Font: fonts }) });
    const reader = new PDFPage(ref, dictionary, 0, this.pdf.context);
    return (reader as unknown as { createFontResolver(): FontResolver }).createFontResolver()(name);
  }
}
