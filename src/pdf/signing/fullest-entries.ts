import { PDF } from '@libpdf/core';
import { TICKED } from '../document-field.js';
import { DRAWN_AS, SMALLEST_TEXT } from '../entry-layout.js';
import { type FormPlace, isFormPlace } from '../marks/form-entry.js';
import { type StampPlace } from '../signature-stamp.js';
import { Fonts } from '../typesetting/fonts.js';
import { type Typeface } from '../typesetting/typeface.js';
import { excessOf } from './measure-entries.js';

const LETTER = 'n';
/** More than any entry has. */
const MOST_LETTERS = 10_000;
/** The area that a letter takes at least, as a share of the square of its size. */
const LETTER_SHARE = 0.5;

/** A point that is half transparent, which every document embeds in its own way. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADUlEQVQI12MQUQlvAAAB7wEQx36T6gAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * The places of forms with the most that signers can leave in them: all options chosen, pictures, and as many letters
 * as fit. What the sender gave stays.
 */
export function fullestEntries(places: readonly StampPlace[]): StampPlace[] {
  if (!places.some(isFormPlace)) return [...places];
  const { regular } = new Fonts(PDF.create(), null);
  return places.map((place) => (isFormPlace(place) ? fullest(place, regular) : place));
}

function fullest(place: FormPlace, font: Typeface): StampPlace {
  const look = DRAWN_AS[place.kind];
  if (look === 'choice') return { ...place, value: TICKED };
  if (look === 'picture')
    return { ...place, form: { ...place.form, picture: place.form.picture ?? PICTURE } };
  return place.value === '' ? { ...place, value: lettersIn(place, font) } : place;
}

function lettersIn(place: FormPlace, font: Typeface): string {
  const area = (place.width * place.height) / (LETTER_SHARE * SMALLEST_TEXT ** 2);
  const letters = LETTER.repeat(Math.min(MOST_LETTERS, Math.ceil(area)));
  return letters.slice(excessOf({ ...place, value: letters }, font));
}
