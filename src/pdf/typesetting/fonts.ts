import { readFileSync } from 'node:fs';
import { type EmbeddedFont, type PDF, type PDFFormXObject, type PDFImage } from '@libpdf/core';
import { handFaceFor } from '../hand-faces.js';
import { FontFace } from '../scripts/font-face.js';
import { claimsOf } from '../structure/document-claims.js';
import { nameCids } from './cid-set.js';
import { type Colors, colorsFor } from './colors.js';
import { embedPicture } from './embed-picture.js';
import { fontFile, type FontName } from './font-files.js';
import { ScriptFonts } from './script-fonts.js';
import { type Shaping } from './shaped-line.js';
import { Typeface } from './typeface.js';

/** The fonts, pictures and drawings of pages made by this service, each embedded in the document on first use. */
export class Fonts {
  readonly colors: Colors;
  private readonly embedded = new Map<FontName, { font: EmbeddedFont; typeface: Typeface }>();
  private readonly pictures = new Map<Uint8Array, PDFImage>();
  private readonly drawings = new Map<number[][], PDFFormXObject>();
  private readonly scripts: ScriptFonts | null;

  /** @param shaping as returned by `shapingFor` for everything that will be drawn */
  constructor(
    readonly pdf: PDF,
    shaping: Shaping | null,
  ) {
    this.colors = colorsFor(pdf);
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

  /** A signer's picture can appear in many places, but is embedded once. */
  picture(png: Uint8Array): PDFImage {
    const image = this.pictures.get(png) ?? embedPicture(this.pdf, png);
    this.pictures.set(png, image);
    return image;
  }

  /** The same for drawn strokes. @param draw adds them to the document */
  drawing(strokes: number[][], draw: () => PDFFormXObject): PDFFormXObject {
    const drawing = this.drawings.get(strokes) ?? draw();
    this.drawings.set(strokes, drawing);
    return drawing;
  }

  /** Writes the fonts. Call it after all drawing. */
  finish(): void {
    this.scripts?.finish();
    if (claimsOf(this.pdf).pdfaPart !== 1) return;
    this.pdf.fonts.finalize(true);
    for (const { font } of this.embedded.values()) nameCids(this.pdf, font.ref, font.getUsedGlyphIds());
  }

  private embed(face: FontName): Typeface {
    const known = this.embedded.get(face);
    if (known) return known.typeface;
    const file = fontFile(face);
    const font = this.pdf.embedFont(readFileSync(file));
    const typeface = new Typeface(font, new FontFace(file), this.scripts);
    this.embedded.set(face, { font, typeface });
    return typeface;
  }
}
