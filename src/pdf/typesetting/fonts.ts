import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type PDF, type PDFFormXObject, type PDFImage } from '@libpdf/core';
import { handFaceFor } from '../hand-faces.js';
import { FontFace } from '../scripts/font-face.js';
import { ScriptFonts } from './script-fonts.js';
import { type Shaping } from './shaped-line.js';
import { Typeface } from './typeface.js';

const { resolve } = createRequire(import.meta.url);

const FILES = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  semibold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  mono: '@expo-google-fonts/pt-mono/400Regular/PTMono_400Regular.ttf',
  caveat: '@expo-google-fonts/caveat/500Medium/Caveat_500Medium.ttf',
  mynerve: '@expo-google-fonts/mynerve/Mynerve_400Regular.ttf',
};

/** Path of a font's TTF file. */
export const fontFile = (face: keyof typeof FILES): string => resolve(FILES[face]);

/** The fonts, pictures and drawings of pages made by this service, each embedded in the document on first use. */
export class Fonts {
  private readonly embedded = new Map<keyof typeof FILES, Typeface>();
  private readonly pictures = new Map<Uint8Array, PDFImage>();
  private readonly drawings = new Map<number[][], PDFFormXObject>();
  private readonly scripts: ScriptFonts | null;

  /** @param shaping as `shapingFor` gives it for what will be drawn */
  constructor(
    readonly pdf: PDF,
    shaping: Shaping | null,
  ) {
    this.scripts = shaping && new ScriptFonts(pdf, shaping);
  }

  /** For text. */
  get regular(): Typeface {
    return this.embed('regular');
  }

  /** For headings and names. */
  get semibold(): Typeface {
    return this.embed('semibold');
  }

  /** For hashes. */
  get mono(): Typeface {
    return this.embed('mono');
  }

  /** For a typed signature: the handwriting font that has all its letters; null if none does. */
  handFor(text: string): Typeface | null {
    const face = handFaceFor(text);
    return face === null ? null : this.embed(face);
  }

  /** A signer's picture may appear in many places. */
  picture(png: Uint8Array): PDFImage {
    const image = this.pictures.get(png) ?? this.pdf.embedPng(png);
    this.pictures.set(png, image);
    return image;
  }

  /** The same for drawn strokes. @param draw adds them to the document */
  drawing(strokes: number[][], draw: (pdf: PDF) => PDFFormXObject): PDFFormXObject {
    const drawing = this.drawings.get(strokes) ?? draw(this.pdf);
    this.drawings.set(strokes, drawing);
    return drawing;
  }

  /** Writes the fonts of shaped text. Call it when all has been drawn. */
  finish(): void {
    this.scripts?.finish();
  }

  private embed(face: keyof typeof FILES): Typeface {
    const known = this.embedded.get(face);
    if (known) return known;
    const file = fontFile(face);
    const font = this.pdf.embedFont(readFileSync(file));
    const typeface = new Typeface(font, new FontFace(file), this.scripts);
    this.embedded.set(face, typeface);
    return typeface;
  }
}
