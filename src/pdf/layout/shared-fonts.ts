import { type PDF, PdfDict, PDFPage, PdfRef } from '@libpdf/core';
import { refKey } from '../pdf-comparison.js';
import { contentOperators } from './content-tokens.js';
import { type FlatContent, flatContent } from './flat-content.js';

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
 * read every font of a page again for each page, and no text but that of the page's own content.
 */
export class SharedFonts {
  private readonly known = new Map<string, Font | null>();

  constructor(private readonly pdf: PDF) {}

  /** A page whose text is read with the shared fonts, and with what its content paints and its annotations show. */
  textPage(page: PDFPage): TextPage {
    const content = flatContent(this.pdf, page);
    const reader = new PDFPage(page.ref, page.dict, page.index, this.pdf.context);
    Object.assign(reader, { getContentBytes: () => content.bytes });
    return new TextPage(reader, this.resolverFor(page, content), content);
  }

  private resolverFor(page: PDFPage, { fonts }: FlatContent): FontResolver {
    const own = new Map<string, Font | null>();
    return (name) => {
      const entry = fonts.get(name);
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

/** The text of one page, as the library reads it. */
export class TextPage {
  constructor(
    private readonly page: PDFPage,
    private readonly resolve: FontResolver,
    private readonly content: FlatContent,
  ) {}

  /** Whether any characters are shown, even if nobody can tell which. */
  get hasCharacters(): boolean {
    return showsText(this.content);
  }

  /** Lines from the top. */
  get words(): string {
    return this.reading(this.resolve).extractText().text;
  }

  find(pattern: RegExp): ReturnType<PDFPage['findText']> {
    return this.reading(this.resolve).findText(pattern);
  }

  /**
   * How often this character occurs. It takes a fraction of the time of reading the page's text, which the library sorts into
   * lines in a time that grows with the square of its length.
   */
  count(wanted: string): number {
    let found = 0;
    const listenTo = (font: Font): Font => ({
      subtype: font.subtype,
      getWidth: () => 0,
      toUnicode: (code: number) => {
        found += font.toUnicode(code).split(wanted).length - 1;
        return '';
      },
    });
    this.reading((name) => {
      const font = this.resolve(name);
      return font && listenTo(font);
    }).extractText();
    return found;
  }

  private reading(resolve: FontResolver): PDFPage {
    return Object.assign(this.page, { createFontResolver: () => resolve });
  }
}

/** Operators that show text (ISO 32000-2 §9.4.3), and what they show nothing with. */
const SHOWING = new Set(['Tj', 'TJ', "'", '"']);
const NOTHING = new Set(['()', '<>']);

function showsText({ bytes }: FlatContent): boolean {
  for (const { name, operands } of contentOperators(Buffer.from(bytes).toString('latin1'))) {
    const isShowing = SHOWING.has(name);
    if (isShowing && operands.some(({ text }) => STRING.test(text) && !NOTHING.has(text))) return true;
  }
  return false;
}
const STRING = /^[(<]/;
