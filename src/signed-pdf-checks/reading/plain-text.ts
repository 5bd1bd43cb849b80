const MAX_LENGTH = 200;
/** Control characters, line breaks, and directional formatting characters (Unicode Standard Annex 9 §2). */
const STEERING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Makes text from untrusted files safe to show: nothing that controls a terminal or reorders text. */
export function plainText(text: string): string {
  const plain = text.replace(STEERING, ' ').trim();
  return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain;
}
