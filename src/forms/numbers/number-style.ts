/** How numbers are written somewhere. */
export interface NumberStyle {
  decimal: '.' | ',';
  /** Between groups of three digits, when shown. */
  group: string;
  /** Shorter whole parts are shown without groups. */
  fromDigits: number;
}

const NARROW_SPACE = '\u202f';
const SPACE = '\u00a0';

const POINT: NumberStyle = { decimal: '.', group: ',', fromDigits: 4 };
const COMMA: NumberStyle = { decimal: ',', group: '.', fromDigits: 4 };
const SPARING_COMMA: NumberStyle = { ...COMMA, fromDigits: 5 };
const FRENCH: NumberStyle = { decimal: ',', group: NARROW_SPACE, fromDigits: 4 };
const SPACED: NumberStyle = { decimal: ',', group: SPACE, fromDigits: 5 };
const SWISS: NumberStyle = { decimal: '.', group: '’', fromDigits: 4 };

/**
 * The styles of a language in the countries where it is spoken, the one to show first (Unicode CLDR 48). With a country,
 * only its own.
 */
const STYLES: Readonly<Record<string, readonly NumberStyle[]>> = {
  en: [POINT],
  de: [COMMA, SWISS],
  'de-DE': [COMMA],
  'de-AT': [{ ...SPACED, fromDigits: 4 }, COMMA],
  'de-CH': [SWISS],
  'de-LI': [SWISS],
  es: [SPARING_COMMA, POINT],
  'es-ES': [SPARING_COMMA],
  'es-AR': [COMMA],
  'es-MX': [POINT],
  'es-US': [POINT],
  fr: [FRENCH],
  it: [SPARING_COMMA, SWISS],
  'it-IT': [SPARING_COMMA],
  'it-CH': [SWISS],
  nl: [COMMA],
  pl: [SPACED],
  pt: [COMMA, SPACED],
  'pt-BR': [COMMA],
  'pt-PT': [SPACED],
};

/** The styles of a BCP 47 tag; none of a language that is not listed, where any style may be meant. */
export function stylesOf(locale: string): readonly NumberStyle[] {
  const [language = '', ...rest] = locale.split('-');
  const country = rest.find((part) => /^[A-Z]{2}$/.test(part));
  return STYLES[`${language}-${country}`] ?? STYLES[language] ?? [];
}

/** Digits as they are, and a point. */
const UNGROUPED: NumberStyle = { decimal: '.', group: '', fromDigits: 4 };

/** The style in which to show numbers. */
export const styleOf = (locale: string): NumberStyle => stylesOf(locale)[0] ?? UNGROUPED;
