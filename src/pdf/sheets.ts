import { type Color, type EmbeddedFont, type PDFPage, rgb } from '@libpdf/core';
import { type PageSize } from './page-size.js';
import { MISSING, printable, wrapLines } from './printable-text.js';

/** Near-black text; a grey of 5.9:1 on white for what stands beside it; hairlines; a pen's blue-black. */
export const INK = rgb(0.11, 0.11, 0.13);
export const GREY = rgb(0.39, 0.39, 0.41);
export const WHITE = rgb(1, 1, 1);
const HAIRLINE = rgb(0.84, 0.83, 0.8);
export const PEN = rgb(0.08, 0.14, 0.34);

const HAIRLINE_WIDTH = 0.6;
const FOOTER_SIZE = 7.5;
const FOOTER_SPACE = 40;
const CAP_HEIGHT = 0.714;

/** A face, its size and line height in points, its colour. */
export interface TextStyle {
  font: EmbeddedFont;
  size: number;
  leading: number;
  color: Color;
}

/**
 * Pages of our own at the end of a document, or one small one in a field, written from top to bottom.
 * Positions are points from the left and from the top edge; `cursor` is where the next thing goes.
 */
export class Sheets {
  readonly pages: PDFPage[] = [];
  cursor = 0;
  private hasMissing = false;

  /** @param newPage gives the next page, of this size */
  constructor(
    private readonly newPage: () => PDFPage,
    private readonly size: PageSize,
    readonly margin: number,
  ) {
    this.turn();
  }

  /** The page that is being written. */
  get page(): PDFPage {
    return this.pages.at(-1)!;
  }

  get width(): number {
    return this.size.width - 2 * this.margin;
  }

  /** Turns the page where less than `height` is left on it. */
  reserve(height: number): void {
    if (this.cursor + height > this.size.height - this.margin - FOOTER_SPACE) this.turn();
  }

  /** Writes text as wide as the page's column and moves on, over as many pages as it needs. */
  write(text: string, style: TextStyle): void {
    for (const line of this.wrap(text, style, this.width)) {
      this.reserve(style.leading);
      this.drawLine(line, style, this.margin, this.cursor);
      this.cursor += style.leading;
    }
  }

  wrap(text: string, style: TextStyle, width: number): string[] {
    return wrapLines(this.printable(text, style.font), style.font, style.size, width);
  }

  /** What the font can draw of the text; the pages' feet explain what stands for the rest. */
  printable(text: string, font: EmbeddedFont): string {
    const shown = printable(text, font);
    this.hasMissing ||= shown.includes(MISSING);
    return shown;
  }

  /** Draws one printable line, its capitals in the middle of its line height. */
  drawLine(line: string, { font, size, leading, color }: TextStyle, x: number, top: number): void {
    const y = this.fromBottom(top) - (leading + size * CAP_HEIGHT) / 2;
    if (line !== '') this.page.drawText(line, { x, y, font, size, color });
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

  /** The distance from the bottom edge, as PDF counts, of a place counted from the top. */
  fromBottom(top: number): number {
    return this.size.height - top;
  }

  /** Writes the pages' feet, once they are all there: `label(1, 2)` on the first of two. */
  finish(font: EmbeddedFont, label: (page: number, pages: number) => string): void {
    const note = this.hasMissing
      ? `   ·   ${MISSING} stands for a character that this typeface does not have`
      : '';
    this.pages.forEach((page, index) => {
      const text = label(index + 1, this.pages.length) + note;
      page.drawText(text, { x: this.margin, y: this.margin * 0.6, font, size: FOOTER_SIZE, color: GREY });
    });
  }
}
