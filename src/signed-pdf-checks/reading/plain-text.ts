const MAX_LENGTH = 200;
/** Control characters and line ends, and marks that turn the direction of writing (Unicode Standard Annex 9 §2). */
const STEERING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Words of a stranger's file for people's eyes: nothing that steers a terminal or makes text read otherwise. */
export function plainText(text: string): string {
  const plain = text.replace(STEERING, ' ').trim();
  return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain;
}
