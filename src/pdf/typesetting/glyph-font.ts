import { createHash } from 'node:crypto';
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { type FontFace } from '../scripts/font-face.js';
import { claimsOf } from '../structure/document-claims.js';
import { boundsOf, cffFont, type GlyphOutline } from './cff-font.js';
import { nameCids } from './cid-set.js';
import { type Cluster, type Shaper } from './shaper.js';

/** In thousandths of an em: about the fonts' own values. Readers use them to select text. */
const METRICS = { Ascent: 1069, Descent: -293, CapHeight: 714, ItalicAngle: 0, StemV: 80 };
/** A font whose glyphs are not the standard Latin ones (ISO 32000-1 table 123). */
const SYMBOLIC = 4;
/** Entries of one block in a map to Unicode. */
const MAX_BLOCK = 100;
const LETTERS = 26;

/**
 * A font of a document that contains exactly what was drawn with one face (ISO 32000-1 §9.7). It draws whole
 * clusters: a letter with its marks in place, a ligature, or a syllable in visual order. Each of their characters has
 * its own code, whatever shaping did to it, so that text is found and copied as it was written.
 */
export class GlyphFont {
  /** For the resources of pages that use it. */
  readonly ref: PdfRef;
  private readonly dict = new PdfDict();
  private readonly codes = new Map<string, readonly number[]>();
  private readonly texts: string[] = [];
  private readonly outlines: GlyphOutline[] = [];

  constructor(
    private readonly pdf: PDF,
    private readonly shaper: Shaper,
    private readonly face: FontFace,
  ) {
    this.ref = pdf.register(this.dict);
  }

  /**
   * The codes that show a cluster, from left to right: one per character, because readers that extract text reverse
   * right-to-left text code by code. The first code with an advance draws the whole cluster; marks have none.
   */
  codesOf({ text, glyphs, advance }: Cluster, isRtl: boolean): readonly number[] {
    const key = JSON.stringify([text, advance, glyphs, isRtl]);
    const known = this.codes.get(key);
    if (known) return known;
    const pieces = isRtl ? mirrored(text) : (text.match(PIECE_TO_RIGHT) ?? []);
    const spacing = pieces.filter((piece) => !MARKS_ONLY.test(piece)).length;
    const drawing = Math.max(
      0,
      pieces.findIndex((piece) => !MARKS_ONLY.test(piece)),
    );
    const codes = pieces.map((piece, at) => {
      const isSpacing = spacing === 0 ? at === drawing : !MARKS_ONLY.test(piece);
      const steps = at === drawing ? this.shaper.outline(this.face, glyphs) : [];
      return this.add(piece, { advance: isSpacing ? advance / Math.max(1, spacing) : 0, steps });
    });
    this.codes.set(key, codes);
    return codes;
  }

  private add(text: string, outline: GlyphOutline): number {
    this.texts.push(text);
    return this.outlines.push(outline);
  }

  /** Writes the font into the document, with everything drawn with it. */
  finish(): void {
    const program = cffFont(this.face.postscriptName, this.outlines);
    const name = PdfName.of(`${subsetTag(program)}+${this.face.postscriptName}`);
    const entries = {
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type0'),
      BaseFont: name,
      Encoding: PdfName.of('Identity-H'),
      DescendantFonts: new PdfArray([this.pdf.register(this.descendant(name, program))]),
      ToUnicode: this.pdf.register(PdfStream.fromDict({}, Buffer.from(toUnicode(this.texts)))),
    };
    for (const [key, value] of Object.entries(entries)) this.dict.set(key, value);
    if (claimsOf(this.pdf).pdfaPart === 1)
      nameCids(
        this.pdf,
        this.ref,
        this.outlines.map((_outline, at) => at + 1),
      );
  }

  private descendant(name: PdfName, program: Buffer): PdfDict {
    const file = PdfStream.fromDict({ Subtype: PdfName.of('CIDFontType0C') }, program);
    const descriptor = PdfDict.of({
      Type: PdfName.of('FontDescriptor'),
      FontName: name,
      Flags: PdfNumber.of(SYMBOLIC),
      FontBBox: numbers(boundsOf(this.outlines)),
      ...Object.fromEntries(Object.entries(METRICS).map(([key, value]) => [key, PdfNumber.of(value)])),
      FontFile3: this.pdf.register(file),
    });
    const widths = numbers(this.outlines.map(({ advance }) => Number(advance.toFixed(2))));
    return PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('CIDFontType0'),
      BaseFont: name,
      CIDSystemInfo: PdfDict.of({
        Registry: PdfString.fromString('Adobe'),
        Ordering: PdfString.fromString('Identity'),
        Supplement: PdfNumber.of(0),
      }),
      FontDescriptor: this.pdf.register(descriptor),
      DW: PdfNumber.of(0),
      W: new PdfArray([PdfNumber.of(1), widths]),
    });
  }
}

const numbers = (values: readonly number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)));

const MARKS_ONLY = /^[\p{Mn}\p{Me}]+$/u;
/** pdf.js drops a code that represents only a joiner, or ends in one: the joiner goes with the character after it. */
const PIECE_TO_RIGHT = /[\u200c\u200d]*[^\u200c\u200d]|[\u200c\u200d]+$/gu;
const PIECE_TO_LEFT = /[^\u200c\u200d][\u200c\u200d]*|^[\u200c\u200d]+/gu;

/** The pieces of a right-to-left text from left to right, each mirrored like a letter. */
const mirrored = (text: string) =>
  (text.match(PIECE_TO_LEFT) ?? []).map((piece) => [...piece].reverse().join('')).reverse();

/** Six capitals that distinguish this subset from others of the same font (ISO 32000-1 §9.6.4). */
function subsetTag(program: Buffer): string {
  const digest = createHash('sha256').update(program).digest();
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % LETTERS))).join('');
}

/** The map from codes, counted from 1, to the texts they represent (ISO 32000-1 §9.10.3). */
function toUnicode(texts: readonly string[]): string {
  const lines = texts.map((text, at) => `<${hexCode(at + 1)}> <${utf16Hex(text)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += MAX_BLOCK) {
    const block = lines.slice(at, at + MAX_BLOCK);
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <FFFF>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
    '',
  ].join('\n');
}

/** A code as written between the brackets of a string. */
export const hexCode = (code: number): string => code.toString(16).padStart(4, '0');

export const utf16Hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
