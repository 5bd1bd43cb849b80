import { type PDF, type PdfRef } from '@libpdf/core';
import { type ShownBox, TICKED } from '../document-field.js';
import { Appearance, type Turn } from './appearance.js';
import { type Fonts } from '../typesetting/fonts.js';
import { fitText } from '../typesetting/printable-text.js';
import { INK, PEN, Sheets, WHITE } from '../typesetting/sheets.js';
import { RIGHT_TO_LEFT } from '../typesetting/text-order.js';
import { drawMark, writeByHand } from './signature-mark.js';
import { type SignatureStamp, type StampPlace } from '../signature-stamp.js';

const LARGEST_TEXT = 11;
const SMALLEST_TEXT = 4;
const CAP_HEIGHT = 0.714;
const TEXT_INSET = 2;
/** Side of a checkbox as a share of its place's shorter side. */
const SQUARE_SHARE = 0.8;
const SQUARE_LINE = 0.8;

/** The appearance of a filled-in place on the document's pages, upright even on a rotated page. */
export function placeAppearance(
  pdf: PDF,
  fonts: Fonts,
  place: StampPlace,
  signer: SignatureStamp,
  turn: Turn,
): PdfRef {
  const { width, height } = place;
  const appearance = new Appearance(pdf, { width, height });
  const sheets = new Sheets(() => appearance.page, { width, height }, 0);
  if (place.tagBox) cover(sheets, place, place.tagBox);
  const box = { x: 0, top: 0, width, height };
  if (place.kind === 'signature') drawMark(sheets, fonts, signer, box);
  else if (place.kind === 'initials') writeByHand(sheets, fonts, place.value, box);
  else if (place.kind === 'checkbox') drawSquare(sheets, place);
  else writeText(sheets, fonts, place);
  return appearance.finish(turn);
}

function cover({ page }: Sheets, place: StampPlace, { x, y, width, height }: ShownBox): void {
  const bottom = place.y + place.height - (y + height);
  page.drawRectangle({ x: x - place.x, y: bottom, width, height, color: WHITE });
}

function writeText(sheets: Sheets, fonts: Fonts, { value, width, height }: StampPlace): void {
  const font = fonts.regular;
  const { size, leading, lines } = fitText(sheets.printable(value, font), font, {
    width: width - 2 * TEXT_INSET,
    height,
    largest: Math.max(SMALLEST_TEXT, Math.min(LARGEST_TEXT, Math.floor(height))),
    smallest: SMALLEST_TEXT,
  });
  const top = (height + lines.length * leading) / 2;
  // A single line begins at the left, beside the words of the document that it follows.
  const isRtl = lines.length > 1 && font.isRightToLeft(value);
  lines.forEach((line, index) => {
    const y = top - index * leading - (leading + size * CAP_HEIGHT) / 2;
    const shown = isRtl ? RIGHT_TO_LEFT + line : line;
    const x = isRtl ? width - TEXT_INSET - font.widthOfTextAtSize(shown, size) : TEXT_INSET;
    font.draw(sheets.page, shown, { x, y, size, color: INK });
  });
}

function drawSquare(sheets: Sheets, { value, width, height }: StampPlace): void {
  const side = Math.min(width, height) * SQUARE_SHARE;
  const x = (width - side) / 2;
  const y = (height - side) / 2;
  const { page } = sheets;
  page.drawRectangle({ x, y, width: side, height: side, borderColor: INK, borderWidth: SQUARE_LINE });
  if (value !== TICKED) return;
  page
    .drawPath()
    .moveTo(x + side * 0.2, y + side * 0.5)
    .lineTo(x + side * 0.42, y + side * 0.25)
    .lineTo(x + side * 0.82, y + side * 0.78)
    .stroke({ borderColor: PEN, borderWidth: side * 0.12, lineCap: 'round', lineJoin: 'round' });
}
