import { PDF, type PDFPage, PdfDict, PdfString, rgb } from '@libpdf/core';
import { type Inline } from 'pdfmake';
import { sidesOf } from '../structure/page-geometry.js';
import { Fonts } from '../typesetting/fonts.js';
import { MISSING, printable } from '../typesetting/printable-text.js';
import { wrapLines } from '../typesetting/text-lines.js';
import { type Shaping } from '../typesetting/shaped-line.js';
import { type Typeface } from '../typesetting/typeface.js';

/** Near-black for text, grey (5.9:1 on white) for secondary text, and hairlines. */
export const SHADES = { ink: '#1c1c21', grey: '#636369', hairline: '#d6d4cc' };

/** Where texts of a request stand: the width of the column in points, and the type. */
const PLACES = {
  title: { width: 483, size: 11.5, face: 'regular', shade: SHADES.ink },
  name: { width: 483, size: 11, face: 'semibold', shade: SHADES.ink },
  fact: { width: 345, size: 8.5, face: 'regular', shade: SHADES.ink },
  event: { width: 115, size: 7.5, face: 'regular', shade: SHADES.ink },
  signer: { width: 84, size: 7.5, face: 'regular', shade: SHADES.ink },
} as const;
type Place = keyof typeof PLACES;

/** Of the text font, as a share of its size: pdfmake's lines begin this much above the baseline. */
const ASCENDER = 1.069;
/** Marks the place of a line. The marks are links, because those are found again in the finished file. */
const MARK = 'countersign-line:';
/** Something to put a link on. */
const BLANK = '\u00a0';

/** What pdfmake shows: a text, or blank lines in its place. */
export type Printed = string | Inline[];

interface ShapedLine {
  line: string;
  place: Place;
}

/**
 * Prints texts of a request on the certificate. pdfmake can neither shape text nor order it in two directions: where that
 * is needed it leaves lines blank, and `complete` writes into them.
 */
export class Printer {
  /** Whether anything was replaced because no font has it. */
  hasMissing = false;
  private readonly fonts: Fonts;
  private readonly lines: ShapedLine[] = [];

  constructor(private readonly shaping: Shaping | null) {
    this.fonts = new Fonts(PDF.create(), shaping);
  }

  print(text: string, place: Place): Printed {
    const { face, size, width } = PLACES[place];
    const font = this.fonts[face];
    const shown = printable(text, font);
    this.hasMissing ||= shown.includes(MISSING);
    if (this.shaping === null || font.isSimple(shown)) return shown;
    return wrapLines(shown, font, size, width).flatMap((line, index): Inline[] => {
      const mark = { text: BLANK, link: `${MARK}${this.lines.push({ line, place }) - 1}` };
      return index === 0 ? [mark] : ['\n', mark];
    });
  }

  /** Whether every character of a text has a glyph. */
  canShow(text: string): boolean {
    return !printable(text, this.fonts.regular).includes(MISSING);
  }

  /** Writes into the blank lines of the finished certificate. */
  async complete(bytes: Uint8Array): Promise<Uint8Array> {
    if (this.lines.length === 0) return bytes;
    const pdf = await PDF.load(bytes);
    const fonts = new Fonts(pdf, this.shaping);
    for (const page of pdf.getPages()) {
      for (const { line, place, x, y } of this.blanksOn(pdf, page)) {
        const { face, size, shade } = PLACES[place];
        const font: Typeface = fonts[face];
        font.draw(page, line, { x, y, size, color: colorOf(shade) });
      }
      // The certificate has no other links.
      page.dict.delete('Annots');
    }
    fonts.finish();
    return pdf.save({ subsetFonts: true });
  }

  private blanksOn(pdf: PDF, page: PDFPage): (ShapedLine & { x: number; y: number })[] {
    const resolve = (ref: Parameters<typeof pdf.getObject>[0]) => pdf.getObject(ref);
    const annotations = [...(page.dict.getArray('Annots', resolve) ?? [])].map((_, at) =>
      page.dict.getArray('Annots', resolve)!.at(at, resolve),
    );
    return annotations.flatMap((annotation) => {
      if (!(annotation instanceof PdfDict)) return [];
      const address = annotation.getDict('A', resolve)?.get('URI', resolve);
      const target = address instanceof PdfString ? address.asString() : '';
      const line = target.startsWith(MARK) ? this.lines[Number(target.slice(MARK.length))] : undefined;
      const sides = sidesOf(annotation.get('Rect', resolve));
      if (!line || !sides) return [];
      // pdfmake moves a blank that begins a line out of the column, so the column begins at its right.
      return [{ ...line, x: sides.right, y: sides.top - ASCENDER * PLACES[line.place].size }];
    });
  }
}

/** @param shade `#rrggbb` */
function colorOf(shade: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(shade.slice(at, at + 2), 16) / 255);
  return rgb(red!, green!, blue!);
}
