import { PDF, PdfDict, type PDFPage, PdfString, rgb } from '@libpdf/core';
import { type Content, type Inline } from '#vendor/pdfmake';
import { MARK_ASPECT_RATIO } from '../mark-limits.js';
import { drawMark } from '../marks/signature-mark.js';
import { type SignatureStamp } from '../signature-stamp.js';
import { sidesOf } from '../structure/page-geometry.js';
import { Fonts } from '../typesetting/fonts.js';
import { MISSING, printable } from '../typesetting/printable-text.js';
import { type Shaping } from '../typesetting/shaped-line.js';
import { Sheets } from '../typesetting/sheets.js';
import { wrapLines } from '../typesetting/text-lines.js';
import { type Typeface } from '../typesetting/typeface.js';

/** Near-black for text, grey (5.9:1 on white) for secondary text, brown (6.9:1) for warnings, and hairlines. */
export const SHADES = { ink: '#1c1c21', grey: '#636369', warning: '#84500a', hairline: '#d6d4cc' };

/** Where a request's texts are printed: the width of the column in points, and the type. */
const PLACES = {
  title: { width: 371, size: 11.5, face: 'regular', shade: SHADES.ink },
  name: { width: 303, size: 11, face: 'semibold', shade: SHADES.ink },
  party: { width: 303, size: 9, face: 'regular', shade: SHADES.grey },
  fact: { width: 355, size: 9, face: 'regular', shade: SHADES.ink },
  event: { width: 155, size: 9, face: 'regular', shade: SHADES.ink },
  signer: { width: 96, size: 9, face: 'regular', shade: SHADES.ink },
} as const;
type Place = keyof typeof PLACES;

/** Size of a signer's mark in points. */
export const MARK_BOX = { width: 156, height: 156 / MARK_ASPECT_RATIO };
const BLANK_SIZE = 9;

/** Ascender of the text font, as a share of its size: pdfmake's lines begin this far above the baseline. */
const ASCENDER = 1.069;
/** Marks the place of a line. Marks are links, because those can be found again in the finished file. */
const LINE = 'countersign-line:';
/** Marks the place of a signer's mark. */
const PICTURE = 'countersign-picture:';
/** Carries a link. */
const BLANK = '\u00a0';

/** The content given to pdfmake: a text, or blank lines in its place. */
export type Printed = string | Inline[];

interface ShapedLine {
  line: string;
  place: Place;
}

/** The upper left corner of a blank, in points from the lower left corner of its page. */
interface Corner {
  target: string;
  x: number;
  y: number;
}

/**
 * Prints texts and marks of a request on the certificate. pdfmake can neither shape nor reorder bidirectional text,
 * and marks must look as they do on the document: for these it leaves blanks, which `complete` fills in.
 */
export class Printer {
  /** Whether a character was replaced because no font has it. */
  hasMissing = false;
  private readonly fonts: Fonts;
  private readonly lines: ShapedLine[] = [];
  private readonly marks: SignatureStamp[] = [];

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
      const mark = { text: BLANK, link: `${LINE}${this.lines.push({ line, place }) - 1}` };
      return index === 0 ? [mark] : ['\n', mark];
    });
  }

  /** A signer's mark, in a box of the size of MARK_BOX. */
  mark(signer: SignatureStamp): Content {
    const link = `${PICTURE}${this.marks.push(signer) - 1}`;
    return {
      text: [{ text: BLANK, link }],
      fontSize: BLANK_SIZE,
      margin: [0, 0, 0, MARK_BOX.height - BLANK_SIZE],
    };
  }

  /** Whether every character of a text has a glyph. */
  canShow(text: string): boolean {
    return !printable(text, this.fonts.regular).includes(MISSING);
  }

  /** Fills in the blanks of the finished certificate. */
  async complete(bytes: Uint8Array): Promise<Uint8Array> {
    if (this.lines.length + this.marks.length === 0) return bytes;
    const pdf = await PDF.load(bytes);
    const fonts = new Fonts(pdf, this.shaping);
    for (const page of pdf.getPages()) {
      for (const corner of blanksOn(pdf, page)) this.drawAt(corner, page, fonts);
      // The certificate has no other links.
      page.dict.delete('Annots');
    }
    fonts.finish();
    return pdf.save({ subsetFonts: true });
  }

  private drawAt({ target, x, y }: Corner, page: PDFPage, fonts: Fonts): void {
    const shaped = target.startsWith(LINE) ? this.lines[Number(target.slice(LINE.length))] : undefined;
    const signer = target.startsWith(PICTURE) ? this.marks[Number(target.slice(PICTURE.length))] : undefined;
    if (shaped) {
      const { face, size, shade } = PLACES[shaped.place];
      const font: Typeface = fonts[face];
      font.draw(page, shaped.line, { x, y: y - ASCENDER * size, size, color: colorOf(shade) });
    }
    if (signer) {
      const { width, height } = page;
      const sheets = new Sheets(() => page, { width, height }, 0);
      drawMark(sheets, fonts, signer, { x, top: height - y, ...MARK_BOX });
    }
  }
}

function blanksOn(pdf: PDF, page: PDFPage): Corner[] {
  const resolve = (ref: Parameters<typeof pdf.getObject>[0]) => pdf.getObject(ref);
  const annotations = [...(page.dict.getArray('Annots', resolve) ?? [])].map((_, at) =>
    page.dict.getArray('Annots', resolve)!.at(at, resolve),
  );
  return annotations.flatMap((annotation) => {
    if (!(annotation instanceof PdfDict)) return [];
    const address = annotation.getDict('A', resolve)?.get('URI', resolve);
    const sides = sidesOf(annotation.get('Rect', resolve));
    if (!(address instanceof PdfString) || !sides) return [];
    // pdfmake moves a blank at the beginning of a line out of the column, so the column begins at its right side.
    return [{ target: address.asString(), x: sides.right, y: sides.top }];
  });
}

/** @param shade `#rrggbb` */
function colorOf(shade: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(shade.slice(at, at + 2), 16) / 255);
  return rgb(red!, green!, blue!);
}
