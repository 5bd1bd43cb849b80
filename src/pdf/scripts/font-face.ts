import { type FaceFacts, readFace } from './font-file.js';

/** A face of a font file: which file, and which face of a collection (TTC). */
export interface FaceAddress {
  path: string;
  index: number;
}

/**
 * For content drawn by another process; without this, characters that the included fonts lack are marked as missing.
 */
export interface WithSystemFonts {
  /** The system fonts that its texts need, the best first. */
  systemFonts?: readonly FaceAddress[];
}

/** A face of a font file. Its names and its character map are read on first use. */
export class FontFace implements FaceAddress {
  private facts: FaceFacts | undefined;

  constructor(
    readonly path: string,
    readonly index = 0,
    private readonly knownName?: string,
  ) {}

  /** The display name, such as `Noto Sans CJK JP`. */
  get name(): string {
    return this.knownName ?? this.read().name;
  }

  get postscriptName(): string {
    return this.read().postscriptName;
  }

  /** Whether it has a glyph for every character of the text, composed or decomposed. */
  covers(text: string): boolean {
    return this.hasAll(text) || this.hasAll(text.normalize('NFD'));
  }

  private hasAll(text: string): boolean {
    for (const character of text.replace(WITHOUT_GLYPH, '')) {
      if (!this.has(character.codePointAt(0)!)) return false;
    }
    return true;
  }

  /** Binary search in the ranges, which are in ascending order. */
  private has(code: number): boolean {
    const { ranges } = this.read();
    let [low, high] = [0, ranges.length / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[2 * middle + 1]! < code) low = middle + 1;
      else high = middle;
    }
    return low < ranges.length / 2 && ranges[2 * low]! <= code;
  }

  private read(): FaceFacts {
    return (this.facts ??= readFace(this.path, this.index));
  }
}

/** Controls are invisible; joiners and variation selectors only change how their neighbours look. */
const WITHOUT_GLYPH = /\p{Cc}|\p{Cf}|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
