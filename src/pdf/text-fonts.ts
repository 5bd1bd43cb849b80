import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { scriptOf, SYMBOLS } from './script-names.js';
import { FontCatalogue, PACKAGED_SCRIPTS } from './scripts/font-catalogue.js';
import { type FaceAddress, type FontFace } from './scripts/font-face.js';
import { graphemesOf, textsIn, visibleIn } from './scripts/plain-text.js';
import { findFaces, fontFolders, forRegionOf } from './scripts/system-fonts.js';
import { BASE_FACE, isInBase } from './typesetting/font-files.js';

/** Common letters of the scripts for which system fonts are expected. */
const EXPECTED: Readonly<Record<string, string>> = {
  Hani: '中文字',
  Hira: 'ひら',
  Kana: 'カナ',
  Hang: '한글',
};

/** The scripts that can be drawn. */
export interface DrawableScripts {
  /** ISO 15924 codes of the scripts whose fonts are included with the service. */
  packaged: readonly string[];
  /** The font for each script that needs a system font; null if there is none. */
  system: { script: string; font: string | null; path: string | null }[];
  /** Where fonts were searched. */
  folders: readonly string[];
}

/**
 * Knows which texts can be drawn on PDFs with the fonts of this installation. System fonts are searched once, when a
 * text first needs them.
 */
@Injectable()
export class TextFonts {
  private found: FontFace[] | undefined;

  constructor(private readonly settings: Settings) {}

  /** Folders that the processes which draw text must read. */
  get folders(): string[] {
    return fontFolders(this.settings.fontsDir);
  }

  /**
   * The ISO 15924 code of the first script of a text with characters that no font here has (for symbols `Zsym`); null
   * if all can be drawn.
   */
  missingScript(text: string): string | null {
    if (isInBase(text)) return null;
    const unpackaged = this.unpackaged([text]);
    if (unpackaged.length === 0) return null;
    const fonts = this.systemFonts([]);
    const missing = unpackaged.find((grapheme) => fonts.faceFor(grapheme, BASE_FACE, null) === null);
    return missing === undefined ? null : (scriptOf(missing) ?? SYMBOLS);
  }

  /** The system fonts that the texts in an object need, the best first. */
  systemFontsFor(content: object): FaceAddress[] {
    const texts = [...textsIn(content)].filter((text) => !isInBase(text));
    const missing = this.unpackaged(texts);
    if (missing.length === 0) return [];
    const fonts = this.systemFonts(texts);
    const needed = new Set(missing.map((grapheme) => fonts.faceFor(grapheme, BASE_FACE, null)));
    return fonts.found.filter((face) => needed.has(face)).map(({ path, index }) => ({ path, index }));
  }

  describe(): DrawableScripts {
    const { found } = this.systemFonts([]);
    const system = Object.entries(EXPECTED).map(([script, letters]) => {
      const face = found.find((each) => each.covers(letters));
      return { script, font: face?.name ?? null, path: face?.path ?? null };
    });
    return { packaged: PACKAGED_SCRIPTS, system, folders: this.folders };
  }

  /** The graphemes in texts that no included font has, each once. */
  private unpackaged(texts: readonly string[]): string[] {
    const packaged = new FontCatalogue([]);
    const graphemes = new Set(texts.flatMap((text) => graphemesOf(text.normalize('NFC'))).map(visibleIn));
    return [...graphemes].filter((grapheme) => packaged.faceFor(grapheme, BASE_FACE, null) === null);
  }

  private systemFonts(texts: readonly string[]): FontCatalogue {
    this.found ??= findFaces(this.settings.fontsDir);
    return new FontCatalogue(forRegionOf(texts, this.found));
  }
}
