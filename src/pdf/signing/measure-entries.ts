import { PDF } from '@libpdf/core';
import { DRAWN_AS, layStamp, tooMany } from '../entry-layout.js';
import { isFormPlace } from '../marks/form-entry.js';
import { type WithSystemFonts } from '../scripts/font-face.js';
import { type StampPlace } from '../signature-stamp.js';
import { Fonts } from '../typesetting/fonts.js';
import { printable } from '../typesetting/printable-text.js';
import { shapingFor } from '../typesetting/script-fonts.js';
import { type Typeface } from '../typesetting/typeface.js';

export interface MeasuringTask extends WithSystemFonts {
  places: readonly StampPlace[];
}

/** How many characters of each place's entry do not fit, measured in the fonts in which it will be drawn. */
export async function measureEntries({ places, systemFonts }: MeasuringTask): Promise<{ excess: number[] }> {
  const { regular } = new Fonts(PDF.create(), await shapingFor(places, systemFonts));
  return { excess: places.map((place) => excessOf(place, regular)) };
}

/** Zero for what always fits. @returns in Unicode code points; for the lines of a stamp, all of them or none */
export function excessOf(place: StampPlace, font: Typeface): number {
  if (!isFormPlace(place)) return 0;
  if (DRAWN_AS[place.kind] === 'picture') {
    const lines = place.form.stampLines.map((line) => printable(line, font));
    // The room for lines depends on whether there is a picture, never on its size.
    const picture = place.form.picture && { width: 1, height: 1 };
    return layStamp(picture, lines, font, place) ? 0 : [...lines.join('')].length;
  }
  if (DRAWN_AS[place.kind] === 'choice' || place.value === '') return 0;
  return tooMany(printable(place.value, font), font, place, { kind: place.kind, ...place.form });
}
