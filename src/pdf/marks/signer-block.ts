import { type PDF, type PdfRef } from '@libpdf/core';
import { MAX_EMAIL, MAX_NAME } from '../../common/validation/limits.js';
import { fill } from '../../platform/templates/phrases.js';
import { MARK_WIDTH } from '../mark-layout.js';
import { MARK_ASPECT_RATIO } from '../mark-limits.js';
import { utcTime } from '../paper-times.js';
import { type SignatureStamp, type StampWords } from '../signature-stamp.js';
import { type PageSize } from '../structure/page-size.js';
import { type Fonts } from '../typesetting/fonts.js';
import { Sheets, type TextStyle } from '../typesetting/sheets.js';
import { Appearance } from './appearance.js';
import { drawMark } from './signature-mark.js';

/** Lengths in points, and styles without their colours. Type is never smaller than 9 points. */
interface BlockLayout {
  markWidth: number;
  columnGap: number;
  padding: number;
  rowGap: number;
  name: { size: number; leading: number };
  text: { size: number; leading: number };
  caption: { size: number; leading: number };
}

const ROOMY: BlockLayout = {
  markWidth: MARK_WIDTH,
  columnGap: 28,
  padding: 20,
  rowGap: 4,
  name: { size: 11, leading: 16 },
  text: { size: 9, leading: 14 },
  caption: { size: 9, leading: 18 },
};
/** For content that does not fit into a place reserved before it was known. */
const TIGHT: BlockLayout = {
  markWidth: 150,
  columnGap: 20,
  padding: 8,
  rowGap: 0,
  name: { size: 9, leading: 12 },
  text: { size: 9, leading: 12 },
  caption: { size: 9, leading: 13 },
};

/** Lines of a name or an address if there is room: more than any has. */
const MANY_LINES = 50;
/** As wide as an average letter, or a little wider: used to measure the room for the longest name and address. */
const LETTER = 'n';

/** Draws one signer's block at the cursor, as wide as the column: the mark on the left, the facts next to it. */
export function drawSignerBlock(
  sheets: Sheets,
  fonts: Fonts,
  signer: SignatureStamp,
  words: StampWords,
): void {
  drawBlock(sheets, blockOf(sheets, fonts, signer, words, ROOMY, MANY_LINES), fonts, signer);
}

/** Height of a signer's block in points. */
export function signerBlockHeight(
  sheets: Sheets,
  fonts: Fonts,
  signer: SignatureStamp,
  words: StampWords,
): number {
  return blockOf(sheets, fonts, signer, words, ROOMY, MANY_LINES).height;
}

/** The same for a signer whose name and address may grow to the allowed length. */
export function reservedBlockHeight(
  sheets: Sheets,
  fonts: Fonts,
  signer: SignatureStamp,
  words: StampWords,
): number {
  const longest = { ...signer, name: LETTER.repeat(MAX_NAME), email: LETTER.repeat(MAX_EMAIL) };
  return Math.max(
    signerBlockHeight(sheets, fonts, signer, words),
    blockOf(sheets, fonts, longest, words, TIGHT, MANY_LINES).height,
  );
}

/**
 * A signer's block as the appearance of a field of this size. Lines of a name or an address that cannot be made to
 * fit are truncated with an ellipsis: the certificate of completion has the full text.
 */
export function signerBlockAppearance(
  pdf: PDF,
  fonts: Fonts,
  { signer, words }: { signer: SignatureStamp; words: StampWords },
  place: PageSize,
): PdfRef {
  const appearance = new Appearance(pdf, place);
  const sheets = new Sheets(() => appearance.page, place, 0, fonts);
  let block = blockOf(sheets, fonts, signer, words, ROOMY, MANY_LINES);
  for (let most = MANY_LINES; block.height > place.height && most > 0; most--)
    block = blockOf(sheets, fonts, signer, words, TIGHT, most);
  drawBlock(sheets, block, fonts, signer);
  return appearance.finish(0);
}

interface Row {
  line: string;
  style: TextStyle;
  /** Points of space above. */
  before: number;
}

interface Block {
  layout: BlockLayout;
  rows: Row[];
  /** Below the mark. */
  caption: Row[];
  height: number;
}

/** @param most lines of the name and of the address */
function blockOf(
  sheets: Sheets,
  fonts: Fonts,
  signer: SignatureStamp,
  words: StampWords,
  layout: BlockLayout,
  most: number,
): Block {
  const name: TextStyle = { font: fonts.semibold, ...layout.name, color: sheets.colors.ink };
  const text: TextStyle = { font: fonts.regular, ...layout.text, color: sheets.colors.ink };
  const quiet: TextStyle = { ...text, color: sheets.colors.quiet };
  const width = sheets.width - layout.markWidth - layout.columnGap;
  const rowsOf = (content: string, style: TextStyle, before: number, lines = MANY_LINES): Row[] =>
    cut(sheets.wrap(content, style, width), lines).map((line, index) => ({
      line,
      style,
      before: index === 0 ? before : 0,
    }));
  const rows = [
    ...rowsOf(signer.name || signer.email, name, 0, most),
    ...(signer.name && signer.email ? rowsOf(signer.email, quiet, 0, most) : []),
    ...rowsOf(utcTime(signer.signedAt, words.locale), text, layout.rowGap),
    ...rowsOf(signer.method, quiet, layout.rowGap),
    ...(signer.witness ? rowsOf(fill(words.witness, { name: signer.witness }), text, layout.rowGap) : []),
  ];
  const below: TextStyle = { ...quiet, ...layout.caption };
  const caption = sheets
    .wrap(captionOf(signer, words), below, layout.markWidth)
    .map((line): Row => ({ line, style: below, before: 0 }));
  const marked = layout.markWidth / MARK_ASPECT_RATIO + heightOf(caption);
  return { layout, rows, caption, height: Math.max(heightOf(rows), marked) + 2 * layout.padding };
}

const heightOf = (rows: readonly Row[]) =>
  rows.reduce((sum, { before, style }) => sum + before + style.leading, 0);

function cut(lines: string[], most: number): string[] {
  if (lines.length <= most) return lines;
  const last = [...lines[most - 1]!].slice(0, -2).join('').trimEnd();
  return [...lines.slice(0, most - 1), `${last}…`];
}

function drawBlock(
  sheets: Sheets,
  { layout, rows, caption }: Block,
  fonts: Fonts,
  signer: SignatureStamp,
): void {
  const { markWidth: width, columnGap, padding } = layout;
  sheets.rule();
  const top = sheets.cursor + padding;
  const x = sheets.margin;
  const height = width / MARK_ASPECT_RATIO;
  const figure = sheets.element(
    'Figure',
    [...caption.map(({ line }) => line), signer.name || signer.email].join(' '),
  );
  sheets.drawAs(figure, () => drawMark(sheets, fonts, signer, { x, top, width, height }));
  sheets.rule(x, width, top + height);
  drawRows(sheets, caption, x, top + height);
  drawRows(sheets, rows, x + width + columnGap, top);
}

function drawRows(sheets: Sheets, rows: readonly Row[], x: number, top: number): void {
  let rowTop = top;
  for (const { line, style, before } of rows) {
    const element = sheets.element('P');
    sheets.drawAs(element, () => sheets.drawLine(line, style, x, rowTop + before));
    rowTop += before + style.leading;
  }
}

function captionOf({ mark, type }: SignatureStamp, { marks, marksInPerson }: StampWords): string {
  return (type === 'in_person' ? marksInPerson : marks)[mark.kind];
}
