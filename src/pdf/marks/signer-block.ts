import { type PDF, type PdfRef } from '@libpdf/core';
import { Appearance } from './appearance.js';
import { type Fonts } from '../typesetting/fonts.js';
import { type PageSize } from '../structure/page-size.js';
import { GREY, INK, Sheets, type TextStyle } from '../typesetting/sheets.js';
import { MARK_HEIGHT, MARK_WIDTH } from '../mark-layout.js';
import { drawMark } from './signature-mark.js';
import { fill } from '../../platform/templates/phrases.js';
import { utcTime } from '../paper-times.js';
import { type SignatureStamp, type StampWords } from '../signature-stamp.js';

const COLUMN_GAP = 28;
const BLOCK_PADDING = 20;
const CAPTION_LEADING = 18;
const ROW_GAP = 4;

/** Draws one signer's block at the cursor, as wide as the column: the mark on the left, the facts beside it. */
export function drawSignerBlock(
  sheets: Sheets,
  fonts: Fonts,
  signer: SignatureStamp,
  words: StampWords,
): void {
  sheets.rule();
  const top = sheets.cursor + BLOCK_PADDING;
  const x = sheets.margin;
  drawMark(sheets, fonts, signer, { x, top, width: MARK_WIDTH, height: MARK_HEIGHT });
  sheets.rule(x, MARK_WIDTH, top + MARK_HEIGHT);
  const caption: TextStyle = { font: fonts.regular, size: 9, leading: CAPTION_LEADING, color: GREY };
  sheets.drawLine(captionOf(signer, words), caption, x, top + MARK_HEIGHT);
  let rowTop = top;
  for (const { line, style, before } of describe(sheets, fonts, signer, words)) {
    sheets.drawLine(line, style, x + MARK_WIDTH + COLUMN_GAP, rowTop + before);
    rowTop += before + style.leading;
  }
}

/** Height of a signer's block in points. */
export function signerBlockHeight(
  sheets: Sheets,
  fonts: Fonts,
  signer: SignatureStamp,
  words: StampWords,
): number {
  const rows = describe(sheets, fonts, signer, words);
  const textHeight = rows.reduce((sum, { before, style }) => sum + before + style.leading, 0);
  return Math.max(textHeight, MARK_HEIGHT + CAPTION_LEADING) + 2 * BLOCK_PADDING;
}

/** Factors by which a block that is too high for its place is scaled down, until it fits. */
const SCALES = [1, 1.15, 1.3, 1.5, 1.8, 2.2, 3, 5];

/** A signer's block as the appearance of a field of this size. */
export function signerBlockAppearance(
  pdf: PDF,
  fonts: Fonts,
  { signer, words }: { signer: SignatureStamp; words: StampWords },
  place: PageSize,
): PdfRef {
  const fitting = SCALES.map((scale) => ({ width: place.width * scale, height: place.height * scale })).find(
    (size) =>
      signerBlockHeight(columnOf(new Appearance(pdf, size), size), fonts, signer, words) <= size.height,
  );
  const size = fitting ?? { width: place.width * SCALES.at(-1)!, height: place.height * SCALES.at(-1)! };
  const appearance = new Appearance(pdf, size);
  drawSignerBlock(columnOf(appearance, size), fonts, signer, words);
  return appearance.finish(0);
}

const columnOf = (appearance: Appearance, size: PageSize) => new Sheets(() => appearance.page, size, 0);

interface Row {
  line: string;
  style: TextStyle;
  /** Points of space above. */
  before: number;
}

function describe(sheets: Sheets, fonts: Fonts, signer: SignatureStamp, words: StampWords): Row[] {
  const name: TextStyle = { font: fonts.semibold, size: 11, leading: 16, color: INK };
  const text: TextStyle = { font: fonts.regular, size: 9, leading: 14, color: INK };
  const quiet: TextStyle = { ...text, color: GREY };
  const width = sheets.width - MARK_WIDTH - COLUMN_GAP;
  const rows = (content: string, style: TextStyle, gap: number): Row[] =>
    sheets.wrap(content, style, width).map((line, index) => ({ line, style, before: index === 0 ? gap : 0 }));
  return [
    ...rows(signer.name || signer.email, name, 0),
    ...(signer.name ? rows(signer.email, quiet, 0) : []),
    ...rows(utcTime(signer.signedAt, words.locale), text, ROW_GAP),
    ...rows(signer.method, quiet, ROW_GAP),
    ...(signer.witness ? rows(fill(words.witness, { name: signer.witness }), text, ROW_GAP) : []),
  ];
}

function captionOf({ mark, type }: SignatureStamp, { marks, marksInPerson }: StampWords): string {
  return (type === 'in_person' ? marksInPerson : marks)[mark.kind];
}
