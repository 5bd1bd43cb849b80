import { DRAWN_AS, type LaidEntry, layEntry, layStamp } from '../entry-layout.js';
import { type FormMark, type StampPlace } from '../signature-stamp.js';
import { type Fonts } from '../typesetting/fonts.js';
import { type Sheets } from '../typesetting/sheets.js';
import { RIGHT_TO_LEFT } from '../typesetting/text-order.js';
import { drawChoice } from './choices.js';

/** A place that is drawn by the rules of forms. */
export type FormPlace = StampPlace & { form: FormMark };

export const isFormPlace = (place: StampPlace): place is FormPlace =>
  place.form !== null && DRAWN_AS[place.kind] !== null;

/** Draws the entry of a form's place. @throws Error if it does not fit: nothing is cut off */
export function drawFormEntry(sheets: Sheets, fonts: Fonts, place: FormPlace): void {
  const look = DRAWN_AS[place.kind];
  if (look === 'choice') drawChoice(sheets, place);
  else if (look === 'picture') drawStamp(sheets, fonts, place);
  else writeEntry(sheets, fonts, place);
}

function writeEntry(sheets: Sheets, fonts: Fonts, place: FormPlace): void {
  if (place.value === '') return;
  const font = fonts.regular;
  const text = sheets.printable(place.value, font);
  const laid = layEntry(text, font, place, { kind: place.kind, ...place.form });
  write(sheets, fonts, whole(laid, place));
}

function drawStamp(sheets: Sheets, fonts: Fonts, place: FormPlace): void {
  const { picture, stampLines } = place.form;
  const image = picture && fonts.picture(picture);
  const font = fonts.regular;
  const words = stampLines.map((line) => sheets.printable(line, font));
  const laid = whole(layStamp(image, words, font, place), place);
  write(sheets, fonts, laid);
  if (!image || !laid.picture) return;
  const { x, y, width, height } = laid.picture;
  sheets.page.drawImage(image, { x, y: sheets.fromBottom(y + height), width, height });
}

function whole<Laid>(laid: Laid | null, { kind, page }: FormPlace): Laid {
  if (laid === null) throw new Error(`An entry of the kind '${kind}' does not fit its place on page ${page}`);
  return laid;
}

function write(sheets: Sheets, fonts: Fonts, { size, lines }: LaidEntry): void {
  for (const { text, x, y, isRightToLeft } of lines) {
    const shown = isRightToLeft ? RIGHT_TO_LEFT + text : text;
    fonts.regular.draw(sheets.page, shown, { x, y: sheets.fromBottom(y), size, color: sheets.colors.ink });
  }
}
