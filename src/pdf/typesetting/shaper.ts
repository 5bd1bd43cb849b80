import { readFileSync } from 'node:fs';
import bidiFactory, { type Bidi } from 'bidi-js';
import * as harfbuzz from 'harfbuzzjs';
import { type FontFace } from '../scripts/font-face.js';
import { type OutlineStep } from './cff-font.js';

/** A glyph and its position, in thousandths of an em from the cluster's origin. */
export interface PlacedGlyph {
  id: number;
  x: number;
  y: number;
}

/**
 * Characters that are drawn together, such as a letter with its marks, a ligature or a syllable. `advance` is in
 * thousandths of an em.
 */
export interface Cluster {
  text: string;
  glyphs: PlacedGlyph[];
  advance: number;
}

const EM = 1_000;
const STEPS: Readonly<Record<string, OutlineStep['kind']>> = {
  M: 'move',
  L: 'line',
  Q: 'quadratic',
  C: 'cubic',
};

/** Its types describe its ES module, which Node.js does not load. */
const bidi = (bidiFactory as unknown as () => Bidi)();
/** By file and face: a warm process draws one document after another. */
const opened = new Map<string, harfbuzz.Font>();

/**
 * Orders bidirectional text and shapes it with HarfBuzz, a WebAssembly module of 0.4 MB: import this file on demand.
 */
export class Shaper {
  /** The embedding level of each code unit of a line (Unicode Standard Annex 9). */
  levelsOf(line: string, isRtl: boolean): Uint8Array {
    return bidi.getEmbeddingLevels(line, isRtl ? 'rtl' : 'ltr').levels;
  }

  /** Whether a paragraph runs from right to left, according to its first letter. */
  isRightToLeft(paragraph: string): boolean {
    return bidi.getEmbeddingLevels(paragraph, 'auto').paragraphs[0]?.level === 1;
  }

  /** The clusters of a text in one script and direction, from left to right. */
  shape(face: FontFace, text: string, isRtl: boolean): Cluster[] {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.setDirection(isRtl ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
    buffer.guessSegmentProperties();
    harfbuzz.shape(this.font(face), buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    const endOf = new Map(starts.map((start, at) => [start, starts[at + 1] ?? text.length]));
    const clusters: Cluster[] = [];
    let open = -1;
    for (const [at, { codepoint: id, cluster }] of infos.entries()) {
      if (cluster !== open)
        clusters.push({ text: text.slice(cluster, endOf.get(cluster)), glyphs: [], advance: 0 });
      open = cluster;
      const { xAdvance, xOffset, yOffset } = positions[at]!;
      const current = clusters.at(-1)!;
      current.glyphs.push({ id, x: current.advance + xOffset, y: yOffset });
      current.advance += xAdvance;
    }
    return carryJoiners(clusters, isRtl);
  }

  /** The outlines of a cluster's glyphs, each in its place. */
  outline(face: FontFace, glyphs: readonly PlacedGlyph[]): OutlineStep[] {
    const font = this.font(face);
    return glyphs.flatMap(({ id, x, y }) =>
      font.glyphToJson(id).flatMap(({ type, values }): OutlineStep[] => {
        const kind = STEPS[type];
        return kind ? [{ kind, to: values.map((value, at) => value + (at % 2 === 0 ? x : y)) }] : [];
      }),
    );
  }

  private font(face: FontFace): harfbuzz.Font {
    const key = `${face.path}#${face.index}`;
    const known = opened.get(key);
    if (known) return known;
    const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(readFileSync(face.path)), face.index));
    font.setScale(EM, EM);
    opened.set(key, font);
    return font;
  }
}

const JOINERS_AT_END = /[\u200c\u200d]+$/;

/**
 * Attaches joiners to the cluster on their right: text extracted from a PDF loses standalone ones. A cluster of only
 * a joiner is invisible.
 */
function carryJoiners(clusters: readonly Cluster[], isRtl: boolean): Cluster[] {
  for (const [at, cluster] of clusters.entries()) {
    const next = clusters[at + 1];
    const [joiners = ''] = JOINERS_AT_END.exec(cluster.text) ?? [];
    if (!next || joiners === '' || (isRtl && joiners !== cluster.text)) continue;
    cluster.text = cluster.text.slice(0, -joiners.length);
    next.text = isRtl ? next.text + joiners : joiners + next.text;
  }
  return clusters.filter(({ text }) => text !== '');
}
