import { type PDF, type PdfRef } from '@libpdf/core';
import { type ShownBox } from '../document-field.js';
import { layText } from '../mark-layout.js';
import { type SignatureStamp, type StampPlace } from '../signature-stamp.js';
import { type Fonts } from '../typesetting/fonts.js';
import { Sheets } from '../typesetting/sheets.js';
import { RIGHT_TO_LEFT } from '../typesetting/text-order.js';
import { Appearance, type Turn } from './appearance.js';
import { drawSquare } from './choices.js';
import { drawFormEntry, isFormPlace } from './form-entry.js';
import { drawMark, writeByHand } from './signature-mark.js';

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
  const sheets = new Sheets(() => appearance.page, { width, height }, 0, fonts);
  if (place.tagBox) cover(sheets, place, place.tagBox);
  const box = { x: 0, top: 0, width, height };
  if (isFormPlace(place)) drawFormEntry(sheets, fonts, place);
  else if (place.kind === 'signature') drawMark(sheets, fonts, signer, box);
  else if (place.kind === 'initials') writeByHand(sheets, fonts, place.value, box);
  else if (place.kind === 'checkbox') drawSquare(sheets, place);
  else writeText(sheets, fonts, place);
  return appearance.finish(turn);
}

function cover({ page, colors }: Sheets, place: StampPlace, { x, y, width, height }: ShownBox): void {
  const bottom = place.y + place.height - (y + height);
  page.drawRectangle({ x: x - place.x, y: bottom, width, height, color: colors.white });
}

function writeText(sheets: Sheets, fonts: Fonts, { value, ...box }: StampPlace): void {
  const font = fonts.regular;
  const { size, lines } = layText(sheets.printable(value, font), font, box);
  // A single line begins at the left, next to the words of the document that it follows.
  const isRtl = lines.length > 1 && font.isRightToLeft(value);
  for (const { text, x: inset, y } of lines) {
    const shown = isRtl ? RIGHT_TO_LEFT + text : text;
    const x = isRtl ? box.width - inset - font.widthOfTextAtSize(shown, size) : inset;
    font.draw(sheets.page, shown, { x, y: sheets.fromBottom(y), size, color: sheets.colors.ink });
  }
}
