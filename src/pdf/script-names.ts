/** ISO 15924 codes of the scripts in which people write their names today, for naming a missing one. */
const SCRIPTS = (
  'Hani Hira Kana Hang Bopo Arab Hebr Deva Beng Taml Thai Geor Armn Latn Grek Cyrl Gujr Guru Knda Mlym Orya Sinh Telu ' +
  'Ethi Khmr Laoo Mymr Tibt Mong Syrc Thaa Nkoo Adlm Cher Cans Java Bali Sund Bugi Batk Cham Cakm Yiii Lisu Tale Talu ' +
  'Lana Tfng Vaii Olck Mtei Limb Lepc Newa Rohg Osge Hmnp Wcho Nagm Tavt Kali Buhd Tagb Hano Tglg Rjng Saur Sylo Copt Samr'
).split(' ');

const PATTERNS = SCRIPTS.map((code) => [code, new RegExp(`\\p{Script=${code}}`, 'u')] as const);
/**
 * Characters without a script of their own, such as digits, punctuation and symbols; and code points that are not
 * characters.
 */
const NO_SCRIPT = /[\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]/u;

/** For characters of an unlisted script, such as hieroglyphs. */
export const OTHER_SCRIPT = 'Zzzz';
/** For characters that belong to no script, such as a clef. */
export const SYMBOLS = 'Zsym';

/** The ISO 15924 code of the script of the first character that has one; null if none has. */
export function scriptOf(text: string): string | null {
  const letter = [...text].find((character) => !NO_SCRIPT.test(character));
  if (letter === undefined) return null;
  return PATTERNS.find(([, pattern]) => pattern.test(letter))?.[0] ?? OTHER_SCRIPT;
}

/** The name of a script in a language, such as `Han` or `Hangul`. */
export function scriptName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'script' }).of(code) ?? code;
}
