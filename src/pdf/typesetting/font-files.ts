import { createRequire } from 'node:module';
import { FontFace } from '../scripts/font-face.js';
import { isPlain } from '../scripts/plain-text.js';

const { resolve } = createRequire(import.meta.url);

const FILES = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  semibold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  mono: '@expo-google-fonts/pt-mono/400Regular/PTMono_400Regular.ttf',
  caveat: '@expo-google-fonts/caveat/500Medium/Caveat_500Medium.ttf',
  mynerve: '@expo-google-fonts/mynerve/Mynerve_400Regular.ttf',
};

export type FontName = keyof typeof FILES;

/** Path of a font's TTF file. */
export const fontFile = (face: FontName): string => resolve(FILES[face]);

/** The typeface of everything that needs no other. */
export const BASE_FACE = new FontFace(fontFile('regular'));

/** Whether a text can be drawn character by character, in the base typeface alone. */
export const isInBase = (text: string): boolean => isPlain(text) && BASE_FACE.covers(text);
