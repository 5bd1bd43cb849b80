import { type PDF, PdfDict, type PDFPage } from '@libpdf/core';
import { FontCatalogue } from '../scripts/font-catalogue.js';
import { type FaceAddress, FontFace } from '../scripts/font-face.js';
import { textsIn } from '../scripts/plain-text.js';
import { isInBase } from './font-files.js';
import { GlyphFont } from './glyph-font.js';
import { type Shaping } from './shaped-line.js';

/**
 * What drawing these texts needs beyond the base typeface; null if nothing. HarfBuzz is only loaded here, so that
 * Latin documents do not pay for it.
 * @param found system fonts, the best first
 */
export async function shapingFor(
  content: object,
  found: readonly FaceAddress[] = [],
): Promise<Shaping | null> {
  const isNeeded = found.length > 0 || [...textsIn(content)].some((text) => !isInBase(text));
  if (!isNeeded) return null;
  const { Shaper } = await import('./shaper.js');
  const faces = found.map(({ path, index }) => new FontFace(path, index));
  return { shaper: new Shaper(), catalogue: new FontCatalogue(faces) };
}

/** The fonts of a document for shaped text, one per face in use. */
export class ScriptFonts implements Shaping {
  readonly shaper = this.shaping.shaper;
  readonly catalogue = this.shaping.catalogue;
  private readonly fonts = new Map<FontFace, GlyphFont>();

  constructor(
    private readonly pdf: PDF,
    private readonly shaping: Shaping,
  ) {}

  fontFor(face: FontFace): GlyphFont {
    const font = this.fonts.get(face) ?? new GlyphFont(this.pdf, this.shaper, face);
    this.fonts.set(face, font);
    return font;
  }

  /** The name of a font in the resources of a page, to which it is added. */
  nameOn(page: PDFPage, { ref }: GlyphFont): string {
    const resources = page.getResources();
    const fonts = resources.getDict('Font', (object) => this.pdf.getObject(object)) ?? new PdfDict();
    resources.set('Font', fonts);
    const name = `S${ref.objectNumber}`;
    if (!fonts.has(name)) fonts.set(name, ref);
    return name;
  }

  /** Writes the fonts into the document. Call it after all drawing. */
  finish(): void {
    for (const font of this.fonts.values()) font.finish();
  }
}
