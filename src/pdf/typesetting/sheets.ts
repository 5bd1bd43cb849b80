import { ops, type PDFPage } from '@libpdf/core';
import { fill } from '../../platform/templates/phrases.js';
import { type PageSize } from '../structure/page-size.js';
import { type Element, type Role, type StructureTree } from '../structure/structure-tree.js';
import { type Color, type Colors, IN_COLOR } from './colors.js';
import { MISSING, printable } from './printable-text.js';
import { wrapLines } from './text-lines.js';
import { RIGHT_TO_LEFT } from './text-order.js';
import { type Typeface } from './typeface.js';

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
  color: Color;
}

/**
 * Pages that this service adds to a document, or a single small one inside a field, written from top to bottom.
 * Positions are in points from the left and top edges; `cursor` is where the next element goes.
 */
export class Sheets {
  readonly pages: PDFPage[] = [];
  cursor = 0;
  readonly colors: Colors;
  private readonly tree: StructureTree | null;
  private hasMissing = false;

  /**
   * @param newPage makes the next page, of this size
   * @param options.tree of a tagged document, to which everything written is added
   */
  constructor(
    private readonly newPage: () => PDFPage,
    private readonly size: PageSize,
    readonly margin: number,
    { colors = IN_COLOR, tree = null }: { colors?: Colors; tree?: StructureTree | null } = {},
  ) {
    this.colors = colors;
    this.tree = tree;
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
  write(text: string, style: TextStyle, role: Role = 'P'): void {
    const element = this.element(role);
    for (const line of this.wrap(text, style, this.width)) this.writeLine(line, style, 0, element);
  }

  /** A new element of the document's structure; null if the document has none. */
  element(role: Role, alternative?: string): Element | null {
    return this.tree && this.tree.element(role, alternative);
  }

  /** Content without an element is marked as an artifact (ISO 32000-2 §14.8.2.2). */
  drawAs(element: Element | null, draw: () => void, page = this.page): void {
    const { tree } = this;
    if (tree === null) return draw();
    page.drawOperators([
      element === null ? ops.beginMarkedContent('/Artifact') : tree.beginContent(page, element),
    ]);
    draw();
    page.drawOperators([ops.endMarkedContent()]);
  }

  /** The same for prose: right-to-left paragraphs begin at the right. */
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

  private writeLine(line: string, style: TextStyle, indent: number, element: Element | null = null): void {
    this.reserve(style.leading);
    this.drawAs(element, () => this.drawLine(line, style, this.margin + indent, this.cursor));
    this.cursor += style.leading;
  }

  wrap(text: string, style: TextStyle, width: number): string[] {
    return wrapLines(this.printable(text, style.font), style.font, style.size, width);
  }

  /** The text with undrawable characters replaced; the footers explain the replacement character. */
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
    const line = { start: { x, y }, end: { x: x + width, y } };
    this.drawAs(null, () =>
      this.page.drawLine({ ...line, color: this.colors.hairline, thickness: HAIRLINE_WIDTH }),
    );
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
        const place = { x: this.margin, y, size: FOOTER_SIZE, color: this.colors.quiet };
        this.drawAs(null, () => font.draw(page, text, place), page);
      }
    });
  }
}
