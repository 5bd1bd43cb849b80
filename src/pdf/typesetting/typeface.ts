import { type EmbeddedFont, type PDFPage } from '@libpdf/core';
import { type FontFace } from '../scripts/font-face.js';
import { isPlain } from '../scripts/plain-text.js';
import { type Color, setFill } from './colors.js';
import { hexCode } from './glyph-font.js';
import { type ScriptFonts } from './script-fonts.js';
import { type ShapedLine, shapeLine } from './shaped-line.js';
import { isLeftwards } from './text-order.js';

/** Where a line begins on its baseline, in points from the lower left corner. */
export interface LinePlace {
  x: number;
  y: number;
  size: number;
  color: Color;
}

const EM = 1_000;

/**
 * Measures and draws lines of text. Latin, Greek and Cyrillic are drawn character by character in the font itself;
 * lines with anything else are shaped, each part in the font of its script.
 */
export class Typeface {
  private readonly shaped = new Map<string, ShapedLine>();
  /** Measured widths, in thousandths of an em: fitting a text measures the same words at every size. */
  private readonly widths = new Map<string, number>();

  /** @param scripts null if only characters of `font` can be drawn */
  constructor(
    private readonly font: EmbeddedFont,
    private readonly face: FontFace,
    private readonly scripts: ScriptFonts | null,
  ) {}

  /** Whether it has every character of a grapheme that is part of this text. */
  canDraw(grapheme: string): boolean {
    if (this.isSimple(grapheme)) return true;
    return this.scripts !== null && this.scripts.catalogue.faceFor(grapheme, this.face, null) !== null;
  }

  /** Whether a paragraph runs from right to left. */
  isRightToLeft(paragraph: string): boolean {
    return this.scripts !== null && !isPlain(paragraph) && this.scripts.shaper.isRightToLeft(paragraph);
  }

  /** Whether a printable line can be drawn character by character, in this font alone. */
  isSimple(line: string): boolean {
    return isPlain(line) && this.font.canEncode(line);
  }

  /** In points. */
  widthOfTextAtSize(line: string, size: number): number {
    const width = this.widths.get(line) ?? this.measure(line);
    this.widths.set(line, width);
    return (width * size) / EM;
  }

  /** Draws one printable line. */
  draw(page: PDFPage, line: string, place: LinePlace): void {
    if (line === '') return;
    if (this.scripts === null || this.isSimple(line)) page.drawText(line, { ...place, font: this.font });
    else this.drawShaped(page, line, place, this.scripts);
  }

  private drawShaped(
    page: PDFPage,
    line: string,
    { x, y, size, color }: LinePlace,
    scripts: ScriptFonts,
  ): void {
    const shown = this.shape(line, scripts).runs.flatMap(({ face, clusters, level, x: offset }) => {
      const font = scripts.fontFor(face);
      const codes = clusters.flatMap((cluster) => font.codesOf(cluster, isLeftwards(level))).map(hexCode);
      return [
        `/${scripts.nameOn(page, font)} ${size} Tf`,
        `1 0 0 1 ${x + (offset * size) / EM} ${y} Tm`,
        `<${codes.join('')}> Tj`,
      ];
    });
    const operators = ['q', setFill(color).toString(), 'BT', ...shown, 'ET', 'Q'];
    // The library's own drawing also ends in this method; its types hide it.
    (page as unknown as { appendContent(content: string): void }).appendContent(operators.join('\n'));
  }

  private measure(line: string): number {
    if (this.scripts === null || this.isSimple(line)) return this.font.widthOfTextAtSize(line, EM);
    return this.shape(line, this.scripts).width;
  }

  private shape(line: string, scripts: ScriptFonts): ShapedLine {
    const shaped = this.shaped.get(line) ?? shapeLine(scripts, line, this.face);
    this.shaped.set(line, shaped);
    return shaped;
  }
}
