import { fontPath } from '#vendor/fonts';
import { scriptOf } from '../script-names.js';
import { FontFace } from './font-face.js';

/** Scripts of the base typeface. */
const BASE_SCRIPTS = new Set(['Latn', 'Grek', 'Cyrl']);
/** The families included with the service, by script (ISO 15924). */
const PACKAGED: Readonly<Record<string, string>> = {
  Arab: 'NotoSansArabic',
  Armn: 'NotoSansArmenian',
  Beng: 'NotoSansBengali',
  Deva: 'NotoSansDevanagari',
  Geor: 'NotoSansGeorgian',
  Hebr: 'NotoSansHebrew',
  Taml: 'NotoSansTamil',
  Thai: 'NotoSansThai',
};

/** Families for characters that belong to no script, in this order; emoji are outlines in one color. */
const SYMBOL_FAMILIES = ['NotoEmoji', 'NotoSansSymbols', 'NotoSansSymbols2', 'NotoSansMath'];

/** Scripts that can be drawn without any system font. */
export const PACKAGED_SCRIPTS: readonly string[] = [...BASE_SCRIPTS, ...Object.keys(PACKAGED)];

const ASCII_DIGIT = /^[0-9]+$/;
/** A letter with more marks than this is not real text (Unicode Standard Annex 15, stream-safe text). */
const MAX_MARKS = 30;

const packagedFaces = new Map<string, FontFace>();

function packagedFace(family: string): FontFace {
  const face = packagedFaces.get(family) ?? new FontFace(fontPath(`${family}_400Regular`));
  packagedFaces.set(family, face);
  return face;
}

/** The included font of a script. */
function faceOfScript(script: string): FontFace | undefined {
  const family = PACKAGED[script];
  return family === undefined ? undefined : packagedFace(family);
}

/** Chooses the font for each character. */
export class FontCatalogue {
  /** @param found system fonts, the best first; used for characters that the included ones lack */
  constructor(readonly found: readonly FontFace[]) {}

  /**
   * The font that has all characters of a grapheme; null if none does.
   * @param base the typeface of the text around it
   * @param before the font of the preceding grapheme, which is kept for spaces and the script's own punctuation
   */
  faceFor(grapheme: string, base: FontFace, before: FontFace | null): FontFace | null {
    if (grapheme.length > MAX_MARKS && [...grapheme].length > MAX_MARKS) return null;
    const script = scriptOf(grapheme);
    const preferred = script === null ? neutral(grapheme, base, before) : [ofScript(script, base)];
    const has = (face: FontFace | null | undefined) => face?.covers(grapheme);
    const own = [...preferred, base].find(has) ?? this.found.find(has);
    // Punctuation that several scripts share, such as the Arabic comma, belongs to none.
    const others = script === null ? [...Object.values(PACKAGED), ...SYMBOL_FAMILIES] : SYMBOL_FAMILIES;
    return own ?? others.map(packagedFace).find(has) ?? null;
  }
}

const ofScript = (script: string, base: FontFace) => (BASE_SCRIPTS.has(script) ? base : faceOfScript(script));

/**
 * Digits and the like look the same everywhere if they come from the document's typeface. In symbol fonts a space is
 * as wide as a symbol.
 */
const neutral = (grapheme: string, base: FontFace, before: FontFace | null) =>
  ASCII_DIGIT.test(grapheme) || before === null || isOfSymbols(before) ? [base] : [before, base];

const isOfSymbols = (face: FontFace) => SYMBOL_FAMILIES.some((family) => packagedFaces.get(family) === face);
