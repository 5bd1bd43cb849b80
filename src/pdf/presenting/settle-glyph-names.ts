import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import aglfn from 'aglfn' with { type: 'json' };
import { DocumentRefusal } from '../document-inspection.js';
import { isEmbedded } from '../structure/embedded-font.js';
import { reachable } from '../structure/reachable.js';

/** Fonts whose codes each stand for a named glyph; those of Type 3 name their own. */
const NAMED = new Set(['Type1', 'MMType1', 'TrueType']);
/** Fonts with an encoding of their own, in place of which some programs take one for letters. */
const PICTORIAL = /^(?:[A-Z]{6}\+)?(?:Symbol|ZapfDingbats)\b/;
const FOR_LETTERS = new Set(['WinAnsiEncoding', 'MacRomanEncoding', 'StandardEncoding']);
/** Programs have different tables for it, and none of the fonts that stand in have its glyphs. */
const FOR_EXPERTS = 'MacExpertEncoding';
/** Names that pdf.js reads as the number of a character, and others do not. */
const GUESSED = /^[CGcg][0-9A-Fa-f]{2,4}$/;
const NOTHING = '.notdef';
const LAST_CODE = 255;
const ODD_NAMES = 'names of characters that programs understand differently';

/** Names that all programs know (Adobe Glyph List): those for new fonts, and older ones that PDFs use. */
const KNOWN: ReadonlySet<string> = new Set([
  ...aglfn.map(({ glyphName }) => glyphName),
  ...['fi', 'fl', 'ff', 'ffi', 'ffl', 'dotlessj', 'nbspace', 'nonbreakingspace', 'sfthyphen', 'softhyphen'],
  ...['middot', 'overscore', 'Tcommaaccent', 'tcommaaccent', 'Tcedilla', 'tcedilla', 'Dslash', 'dmacron'],
]);
/** The list's numbered names, and a single character by its number without the halves of pairs (AGL §2). */
const NUMBERED = /^(?:afii\d{5}|uni(?!0000)(?:[0-9A-CEF][0-9A-F]{3}|D[0-7][0-9A-F]{2}))$/;
/** The names of Zapf Dingbats, which mean something in that font only. */
const DINGBAT = /^a\d{1,3}$/;

/**
 * Settles which glyphs fonts that are not embedded show (ISO 32000-2 §9.6.5), so that all programs choose the same:
 * a name that is on no list is read as a number by some, cut short by others, and ignored by the rest. Without it the
 * code shows in all of them what pdf.js showed already: what it does by itself.
 * @returns whether anything was changed
 * @throws DocumentRefusal `document_ambiguous` for a name in which pdf.js sees a number
 */
export function settleGlyphNames(pdf: PDF): boolean {
  let hasChanged = false;
  for (const { font, settled, names } of contestedFonts(pdf, isReadable)) {
    if (names.some((name) => GUESSED.test(name))) throw ambiguous();
    if (settled === null) font.delete('Encoding');
    else font.set('Encoding', settled);
    hasChanged = true;
  }
  return hasChanged;
}

/**
 * Finds such a font in a document that carries signatures, in which nothing can be settled. Unused codes are often
 * named as nothing, which harms nobody.
 * @returns what it has, worded to follow 'The PDF has'; null if there is none
 */
export function contestedGlyphNames(pdf: PDF): string | null {
  const isHarmless = (name: string, font: string) => name === NOTHING || isReadable(name, font);
  return contestedFonts(pdf, isHarmless).next().done ? null : ODD_NAMES;
}

const ambiguous = () =>
  new DocumentRefusal(
    'document_ambiguous',
    `The PDF has ${ODD_NAMES}, so different programs may show different pages. Print it to a new PDF and upload that.`,
    `has ${ODD_NAMES}`,
  );

/** Whether all programs take the same glyph for a name. */
type NameTest = (name: string, fontName: string) => boolean;

function isReadable(name: string, fontName: string): boolean {
  if (DINGBAT.test(name)) return fontName.includes('ZapfDingbats');
  return KNOWN.has(name) || NUMBERED.test(name);
}

/** A font with an encoding that programs understand differently. */
interface ContestedFont {
  font: PdfDict;
  /** What its encoding is settled to; null for none. */
  settled: PdfDict | null;
  /** Those in its list before. */
  names: string[];
}

function* contestedFonts(pdf: PDF, isAccepted: NameTest): Generator<ContestedFont> {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  for (const font of reachable(pdf)) {
    const name = font.getName('BaseFont', resolve)?.value;
    if (name === undefined || !NAMED.has(font.getName('Subtype', resolve)?.value ?? '')) continue;
    if (isEmbedded(pdf, font)) continue;
    const encoding = font.get('Encoding', resolve);
    if (encoding instanceof PdfName) {
      if (isContested(encoding, name)) yield { font, settled: null, names: [] };
    } else if (encoding instanceof PdfDict) {
      const base = encoding.getName('BaseEncoding', resolve);
      const names = namesIn(pdf, encoding);
      const accepted = names?.filter(([, each]) => isAccepted(each, name)) ?? [];
      if (!isContested(base, name) && accepted.length === names?.length) continue;
      const settled = PdfDict.of({ Type: PdfName.of('Encoding'), Differences: differences(accepted) });
      if (base && !isContested(base, name)) settled.set('BaseEncoding', base);
      yield { font, settled, names: names?.map(([, each]) => each) ?? [] };
    }
  }
}

const isContested = (encoding: PdfName | undefined, fontName: string) =>
  encoding !== undefined &&
  (encoding.value === FOR_EXPERTS || (PICTORIAL.test(fontName) && FOR_LETTERS.has(encoding.value)));

/** Codes with the names of their glyphs, the last one of each code; null for what is no list of these. */
function namesIn(pdf: PDF, encoding: PdfDict): [code: number, name: string][] | null {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const found = encoding.get('Differences', resolve);
  if (found === undefined) return [];
  if (!(found instanceof PdfArray)) return null;
  const names = new Map<number, string>();
  let code = 0;
  for (const each of found) {
    const item: PdfObject | null = each instanceof PdfRef ? resolve(each) : each;
    if (item instanceof PdfNumber) code = item.value;
    else if (item instanceof PdfName && Number.isInteger(code) && code >= 0 && code <= LAST_CODE)
      names.set(code++, item.value);
    else return null;
  }
  return [...names];
}

const differences = (names: readonly [number, string][]) =>
  new PdfArray(names.flatMap(([code, name]) => [PdfNumber.of(code), PdfName.of(name)]));
