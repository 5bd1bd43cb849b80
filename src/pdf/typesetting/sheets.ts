import { type PDFPage, type RGB, rgb } from '@libpdf/core';
import { fill } from '../../platform/templates/phrases.js';
import { type PageSize } from '../structure/page-size.js';
import { MISSING, printable } from './printable-text.js';
import { wrapLines } from './text-lines.js';
import { RIGHT_TO_LEFT } from './text-order.js';
import { type Typeface } from './typeface.js';

/** Near-black for text, grey (5.9:1 on white) for secondary text, and a pen's blue-black. */
export const INK = rgb(0.11, 0.11, 0.13);
export const GREY = rgb(0.39, 0.39, 0.41);
/** Red, 6.5:1 on white. */
export const WARNING = rgb(0.7, 0.1, 0.1);
export const WHITE = rgb(1, 1, 1);
const HAIRLINE = rgb(0.84, 0.83, 0.8);
export const PEN = rgb(0.08, 0.14, 0.34);

const HAIRLINE_WIDTH = 0.6;
const FOOTER_SIZE = 9;
const FOOTER_LEADING = 13;
const FOOTER_SPACE = 40;
const CAP_HEIGHT = 0.714;

/** Font, size and line height in points, and colour. */
export interface TextStyle {
  font: Typeface;
  size: number;
  leading: number;
  color: RGB;
}

/**
 * Pages that this service adds to a document, or a single small one inside a field, written from top to bottom.
 * Positions are in points from the left and top edges; `cursor` is where the next element goes.
 */
export class Sheets {
  readonly pages: PDFPage[] = [];
  cursor = 0;
  private hasMissing = false;

  /** @param newPage makes the next page, of this size */
  constructor(
    private readonly newPage: () => PDFPage,
    private readonly size: PageSize,
    readonly margin: number,
  ) {
    this.turn();
  }

  /** The page being written. */
  get page(): PDFPage {
    return this.pages.at(-1)!;
  }

  get width(): number {
    return this.size.width - 2 * this.margin;
  }

  /** Starts a new page if less than `height` is left on this one. */
  reserve(height: number): void {
    if (this.cursor + height > this.size.height - this.margin - FOOTER_SPACE) this.turn();
  }

  /** Writes text across the column, advancing the cursor, on as many pages as it needs. */
  write(text: string, style: TextStyle): void {
    for (const line of this.wrap(text, style, this.width)) this.writeLine(line, style, 0);
  }

  /** The same for prose: paragraphs that run from right to left begin at the right. */
  writeProse(text: string, style: TextStyle): void {
    const { font, size } = style;
    for (const paragraph of this.printable(text, font).split('\n')) {
      const isRtl = font.isRightToLeft(paragraph);
      for (const line of wrapLines(paragraph, font, size, this.width)) {
        const shown = isRtl ? RIGHT_TO_LEFT + line : line;
        this.writeLine(shown, style, isRtl ? this.width - font.widthOfTextAtSize(shown, size) : 0);
      }
    }
  }

  private writeLine(line: string, style: TextStyle, indent: number): void {
    this.reserve(style.leading);
    this.drawLine(line, style, this.margin + indent, this.cursor);
    this.cursor += style.leading;
  }

  wrap(text: string, style: TextStyle, width: number): string[] {
    return wrapLines(this.printable(text, style.font), style.font, style.size, width);
  }

  /** The text with what the font cannot draw replaced; the footers explain the replacement character. */
  printable(text: string, font: Typeface): string {
    const shown = printable(text, font);
    this.hasMissing ||= shown.includes(MISSING);
    return shown;
  }

  /** Draws one printable line with its capitals centred in the line height. */
  drawLine(line: string, { font, size, leading, color }: TextStyle, x: number, top: number): void {
    const y = this.fromBottom(top) - (leading + size * CAP_HEIGHT) / 2;
    font.draw(this.page, line, { x, y, size, color });
  }

  rule(x = this.margin, width = this.width, top = this.cursor): void {
    const y = this.fromBottom(top);
    this.page.drawLine({
      start: { x, y },
      end: { x: x + width, y },
      color: HAIRLINE,
      thickness: HAIRLINE_WIDTH,
    });
  }

  private turn(): void {
    this.pages.push(this.newPage());
    this.cursor = this.margin;
  }

  /** Converts a distance from the top edge to one from the bottom edge, as PDF counts. */
  fromBottom(top: number): number {
    return this.size.height - top;
  }

  /**
   * Writes the footers once all pages exist; `label(1, 2)` is that of the first of two pages.
   * @param missing explains the replacement character, with a place for `{mark}`
   */
  finish(font: Typeface, label: (page: number, pages: number) => string, missing: string): void {
    const notes = this.hasMissing ? [fill(missing, { mark: MISSING })] : [];
    this.pages.forEach((page, index) => {
      for (const [line, text] of [label(index + 1, this.pages.length), ...notes].entries()) {
        const y = this.margin * 0.6 - line * FOOTER_LEADING;
        font.draw(page, text, { x: this.margin, y, size: FOOTER_SIZE, color: GREY });
      }
    });
  }
}
