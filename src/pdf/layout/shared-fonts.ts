import { type PDF, PdfDict, PDFPage, PdfRef } from '@libpdf/core';
import { refKey } from '../pdf-comparison.js';
import { contentOperators } from './content-tokens.js';
import { type FlatContent, flatContent } from './flat-content.js';
import { mayShow } from './may-show.js';

/** What the library's reader needs to know about a font. */
interface Font {
  subtype: string;
  getWidth(code: number): number;
  /** Empty for a code without a character. */
  toUnicode(code: number): string;
}

type FontResolver = (name: string) => Font | null;

/**
 * The fonts for reading a document's text, shared by its pages, each read when first used. The library would read
 * every font again for each page, and only the text of the page's own content.
 */
export class SharedFonts {
  private readonly known = new Map<string, Font | null>();
  private readonly codes = new Map<string, readonly Buffer[]>();

  constructor(private readonly pdf: PDF) {}

  /** Whether a page's text is worth reading for a character. False only for pages that do not show it. */
  mayShow(page: PDFPage, character: string): boolean {
    return mayShow(this.pdf, page, (fonts, name) => {
      const entry = fonts.get(name)!;
      if (!(entry instanceof PdfRef))
        return codesOf(this.read(page, PdfDict.of({ [name]: entry }), name), character);
      const key = `${refKey(entry)} ${character}`;
      const codes = this.codes.get(key) ?? codesOf(this.shared(page, entry, name), character);
      this.codes.set(key, codes);
      return codes;
    });
  }

  /** A page whose text is read with the shared fonts, including what its content paints and its annotations show. */
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
      if (entry instanceof PdfRef) return this.shared(page, entry, name);
      if (!own.has(name)) own.set(name, this.read(page, PdfDict.of({ [name]: entry }), name));
      return own.get(name) ?? null;
    };
  }

  private shared(page: PDFPage, entry: PdfRef, name: string): Font | null {
    const key = refKey(entry);
    if (!this.known.has(key)) this.known.set(key, this.read(page, PdfDict.of({ [name]: entry }), name));
    return this.known.get(key) ?? null;
  }

  /** Reads one font with the library's own reader, which belongs to a page. */
  private read({ ref }: PDFPage, fonts: PdfDict, name: string): Font | null {
    const dictionary = PdfDict.of({ Resources: PdfDict.of({ Font: fonts }) });
    const reader = new PDFPage(ref, dictionary, 0, this.pdf.context);
    return (reader as unknown as { createFontResolver(): FontResolver }).createFontResolver()(name);
  }
}

/**
 * The codes with which a font shows a character, one byte in simple fonts and two in others, as the library reads
 * them.
 */
function codesOf(font: Font | null, character: string): readonly Buffer[] {
  if (!font) return [];
  const bytes = font.subtype === 'Type0' ? 2 : 1;
  const codes = Array.from({ length: 256 ** bytes }, (_, code) => code);
  return codes
    .filter((code) => font.toUnicode(code).includes(character))
    .map((code) => Buffer.from(code.toString(16).padStart(2 * bytes, '0'), 'hex'));
}

/** The text of one page, as the library reads it. */
export class TextPage {
  constructor(
    private readonly page: PDFPage,
    private readonly resolve: FontResolver,
    private readonly content: FlatContent,
  ) {}

  /** Whether any characters are shown, even unidentifiable ones. */
  get hasCharacters(): boolean {
    return showsText(this.content);
  }

  /** Lines from top to bottom. */
  get words(): string {
    return this.reading(this.resolve).extractText().text;
  }

  find(pattern: RegExp): ReturnType<PDFPage['findText']> {
    return this.reading(this.resolve).findText(pattern);
  }

  /**
   * Whether these characters are shown consecutively. This takes a fraction of the time of reading the page's text,
   * which the library sorts into lines in quadratic time.
   */
  showsInOrder(wanted: string): boolean {
    let isFound = false;
    let last = '';
    const listenTo = (font: Font): Font => ({
      subtype: font.subtype,
      getWidth: () => 0,
      toUnicode: (code: number) => {
        last += font.toUnicode(code);
        isFound ||= last.includes(wanted);
        last = last.slice(1 - wanted.length);
        return '';
      },
    });
    this.reading((name) => {
      const font = this.resolve(name);
      return font && listenTo(font);
    }).extractText();
    return isFound;
  }

  private reading(resolve: FontResolver): PDFPage {
    return Object.assign(this.page, { createFontResolver: () => resolve });
  }
}

/** Operators that show text (ISO 32000-2 §9.4.3), and operands with which they show nothing. */
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
