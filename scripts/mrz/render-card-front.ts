import sharp from 'sharp';
import { type PassportPerson } from './encode-td3.js';
import { textPaths, type TextStyle } from './glyph-outlines.js';
import { guilloche, LABEL, labelled, printedDate, VALUE } from './passport-page.js';
import { Random } from './random.js';
import { encode, expose, type PhotoOptions } from './render-passport.js';

/** Contents of the front of a fictitious card. */
export interface CardFront {
  /** Such as IDENTITY CARD. */
  title: string;
  /**
   * Labels and values from the top. Word labels are printed above the value, as on identity cards; numbers in
   * front of it.
   */
  fields: readonly (readonly [label: string, value: string])[];
  /** JPEG or PNG, cropped to the portrait's shape. */
  portrait: Buffer;
}

/** The holder's data on the front of an identity card. */
export const identityCardFields = (person: PassportPerson): CardFront['fields'] => [
  ['Surname', person.surname.toUpperCase()],
  ['Given names', person.givenNames.toUpperCase()],
  ['Date of birth', printedDate(person.birthDate)],
  ['Date of expiry', printedDate(person.expiryDate)],
  ['Document No.', person.number],
];

/** In millimetres (ISO/IEC 7810, ID-1; portrait position from ICAO 9303-5 §2.2). */
const CARD = { width: 85.6, height: 54 };
const PORTRAIT = { left: 4, top: 13, width: 25, height: 33 };
const FIELDS = { left: 33, top: 14, step: 7.2 };
const NUMBER_WIDTH = 3.6;
const TITLE: TextStyle = { font: 'sans', size: 3.6, fill: '#233f66' };

/** Numbered fields as on driving licences (Directive 2006/126/EC, Annex I). */
function numbered(label: string, value: string, x: number, y: number): string {
  return textPaths(label, x, y, LABEL) + textPaths(value, x + NUMBER_WIDTH, y, VALUE);
}

/** Renders a photo of the card. The same arguments and seed give the same image. */
export async function renderCardFront(
  { title, fields, portrait }: CardFront,
  options: PhotoOptions = {},
  seed = 1,
): Promise<Buffer> {
  const widthPx = options.pageWidth ?? 1400;
  const heightPx = Math.round((widthPx * CARD.height) / CARD.width);
  const content =
    `<rect width="${CARD.width}" height="${CARD.height}" fill="#eaf0f3"/>${guilloche(CARD.width, CARD.height)}` +
    textPaths(title, 4, 8, TITLE) +
    fields
      .map(([label, value], row) => {
        const place = [FIELDS.left, FIELDS.top + row * FIELDS.step] as const;
        return /^\d[a-d]?\.?$/.test(label)
          ? numbered(label, value, ...place)
          : labelled(label, value, ...place);
      })
      .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${CARD.width} ${CARD.height}">${content}</svg>`;
  const pixels = (millimetres: number) => Math.round((millimetres * widthPx) / CARD.width);
  const face = await sharp(portrait)
    .resize({ width: pixels(PORTRAIT.width), height: pixels(PORTRAIT.height), fit: 'cover' })
    .toBuffer();
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .composite([{ input: face, left: pixels(PORTRAIT.left), top: pixels(PORTRAIT.top) }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const card = { data, width: info.width, height: info.height };
  return encode(await expose(card, options, new Random(seed)), options);
}
