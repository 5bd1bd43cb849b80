/** The 37 characters of the MRZ (ICAO 9303-3 §4.3), in the order of the classifier's outputs. */
export const MRZ_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

const WEIGHTS = [7, 3, 1];

/** 0–9 count as themselves, A–Z as 10–35, the filler as 0 (ICAO 9303-3 §4.9). */
function characterValue(character: string): number {
  if (character === '<') return 0;
  const index = MRZ_ALPHABET.indexOf(character);
  if (index < 0) throw new RangeError(`${JSON.stringify(character)} is not an MRZ character`);
  return index < 26 ? index + 10 : index - 26;
}

/**
 * Check digit: weights 7, 3, 1 repeated, modulo 10 (ICAO 9303-3 §4.9).
 * Throws RangeError on a character outside A–Z, 0–9 and `<`.
 */
export function checkDigit(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    sum += characterValue(text.charAt(index)) * (WEIGHTS[index % WEIGHTS.length] ?? 0);
  }
  return sum % 10;
}

/** Whether no check digit distinguishes two characters (6 and G, 8 and S), since values count modulo 10. */
export function haveSameCheckValue(a: string, b: string): boolean {
  return (characterValue(a) - characterValue(b)) % 10 === 0;
}
