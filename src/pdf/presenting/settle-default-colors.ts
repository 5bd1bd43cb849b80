import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import { definesGrey, isGreyOnly, screenColors, screenGrey } from '../structure/device-colors.js';
import { claimsOf } from '../structure/document-claims.js';
import { reachable } from '../structure/reachable.js';

/** What stands in for each kind of device colours. */
const DEVICE_COLORS = {
  DefaultGray: 'DeviceGray',
  DefaultRGB: 'DeviceRGB',
  DefaultCMYK: 'DeviceCMYK',
} as const;
type Key = keyof typeof DEVICE_COLORS;
const KEYS = Object.keys(DEVICE_COLORS) as Key[];

/**
 * Settles what stands in for device colours (ISO 32000-2 §8.6.5.6): poppler draws with it and pdf.js does not, so a
 * grey text can be white in one of them. The colours of the signing page stay: the device's stand in for themselves,
 * under a name that the content may use. A PDF/A file that needs such definitions gets those of screens, which look the
 * same; only its definition of CMYK is kept, since there is none.
 * @returns whether anything was changed
 */
export function settleDefaultColors(pdf: PDF): boolean {
  const found = [...defaultColors(pdf)].filter(({ key, value }) => !isSettled(pdf, key, value));
  for (const { owner, key } of found) owner.set(key, settledColors(pdf, key));
  return found.length > 0;
}

/**
 * Finds such definitions in a document that carries signatures, in which nothing can be settled. Profiles are believed:
 * archives need them, and what they say is compared by nobody.
 * @returns what it has, worded to follow 'The PDF has'; null if there is none
 */
export function contestedDefaultColors(pdf: PDF): string | null {
  const isHarmless = ({ key, value }: DefaultColors) =>
    familyOf(pdf, value) === 'ICCBased' ||
    [PdfName.of(DEVICE_COLORS[key]), screenGrey(), screenColors()].some((each) => isEqual(pdf, value, each));
  return [...defaultColors(pdf)].every(isHarmless)
    ? null
    : 'definitions of colours that some programs do not use';
}

interface DefaultColors {
  owner: PdfDict;
  key: Key;
  value: PdfObject;
}

function* defaultColors(pdf: PDF): Generator<DefaultColors> {
  for (const owner of reachable(pdf))
    for (const key of KEYS) {
      const value = owner.get(key, (ref) => pdf.getObject(ref));
      // Anything else, such as a font, only happens to have this name.
      if (value instanceof PdfArray || value instanceof PdfName) yield { owner, key, value };
    }
}

function isSettled(pdf: PDF, key: Key, value: PdfObject): boolean {
  const isKept =
    key === 'DefaultCMYK' && claimsOf(pdf).pdfaPart !== null && familyOf(pdf, value) === 'ICCBased';
  return isKept || isEqual(pdf, value, settledColors(pdf, key));
}

function settledColors(pdf: PDF, key: Key): PdfObject {
  if (key === 'DefaultGray' && definesGrey(pdf)) return screenGrey();
  if (key === 'DefaultRGB' && isGreyOnly(pdf)) return screenColors();
  return PdfName.of(DEVICE_COLORS[key]);
}

function familyOf(pdf: PDF, value: PdfObject): string | null {
  const [first] = value instanceof PdfArray ? [...value] : [value];
  const family = first instanceof PdfRef ? pdf.getObject(first) : first;
  return family instanceof PdfName ? family.value : null;
}

/** Whether two objects say the same, through references. */
function isEqual(pdf: PDF, one: PdfObject, other: PdfObject): boolean {
  const found = one instanceof PdfRef ? pdf.getObject(one) : one;
  if (other instanceof PdfArray && found instanceof PdfArray)
    return (
      other.length === found.length && [...other].every((each, index) => isEqual(pdf, found.at(index)!, each))
    );
  if (other instanceof PdfDict && found instanceof PdfDict)
    return (
      other.size === found.size &&
      [...other].every(([key, each]) => {
        const value = found.get(key.value);
        return value !== undefined && isEqual(pdf, value, each);
      })
    );
  if (other instanceof PdfNumber) return found instanceof PdfNumber && found.value === other.value;
  return other instanceof PdfName && found instanceof PdfName && found.value === other.value;
}
