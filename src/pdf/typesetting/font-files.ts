import { fontPath } from '#vendor/fonts';
import { FontFace } from '../scripts/font-face.js';
import { isPlain } from '../scripts/plain-text.js';

const FILES = {
  regular: 'NotoSans_400Regular',
  semibold: 'NotoSans_600SemiBold',
  mono: 'PTMono_400Regular',
  caveat: 'Caveat_500Medium',
  mynerve: 'Mynerve_400Regular',
};

export type FontName = keyof typeof FILES;

/** Path of a font's TTF file. */
export const fontFile = (face: FontName): string => fontPath(FILES[face]);

/** The default typeface. */
export const BASE_FACE = new FontFace(fontFile('regular'));

/** Whether a text can be drawn character by character in the base typeface alone. */
export const isInBase = (text: string): boolean => isPlain(text) && BASE_FACE.covers(text);
