import { type FontCatalogue } from '../scripts/font-catalogue.js';
import { type FontFace } from '../scripts/font-face.js';
import { graphemesOf } from '../scripts/plain-text.js';
import { type Cluster, type Shaper } from './shaper.js';
import { type DirectedRun, isLeftwards, RIGHT_TO_LEFT, visualOrder } from './text-order.js';

/** Means of drawing text beyond Latin, Greek and Cyrillic. */
export interface Shaping {
  shaper: Shaper;
  catalogue: FontCatalogue;
}

/** Neighbouring clusters of one font and direction, from left to right. */
export interface ShapedRun extends DirectedRun {
  face: FontFace;
  clusters: Cluster[];
  /** Where it begins, in thousandths of an em from the left. */
  x: number;
}

/** A line of text as drawn. */
export interface ShapedLine {
  /** In reading order. */
  runs: ShapedRun[];
  /** Thousandths of an em. */
  width: number;
}

interface TextRun extends DirectedRun {
  face: FontFace;
  text: string;
}

/** pdftotext puts a space on the wrong side of right-to-left text unless a left-to-right mark precedes it. */
const TO_RIGHT_AGAIN: Cluster = { text: '\u200e', glyphs: [], advance: 0 };

/** Shapes one printable line; `base` is the typeface for Latin letters and the like. */
export function shapeLine({ shaper, catalogue }: Shaping, line: string, base: FontFace): ShapedLine {
  const isRtl = line.startsWith(RIGHT_TO_LEFT);
  const text = isRtl ? line.slice(RIGHT_TO_LEFT.length) : line;
  const levels = shaper.levelsOf(text, isRtl);
  const runs: TextRun[] = [];
  let at = 0;
  for (const grapheme of graphemesOf(text)) {
    const last = runs.at(-1);
    const face = catalogue.faceFor(grapheme, base, last?.face ?? null) ?? base;
    const level = levels[at]!;
    if (last && last.face === face && last.level === level) last.text += grapheme;
    else runs.push({ face, level, text: grapheme });
    at += grapheme.length;
  }
  const shaped = runs.map(({ face, level, text: run }) => ({
    ...{ face, level, x: 0 },
    clusters: shaper.shape(face, run, isLeftwards(level)),
  }));
  return { runs: shaped, width: place(shaped) };
}

/** Sets where each run begins. @returns the width of the line in thousandths of an em */
function place(runs: readonly ShapedRun[]): number {
  let [x, previous] = [0, 0];
  for (const run of visualOrder(runs)) {
    if (isLeftwards(previous) && !isLeftwards(run.level)) run.clusters.unshift(TO_RIGHT_AGAIN);
    run.x = x;
    x += run.clusters.reduce((sum, { advance }) => sum + advance, 0);
    previous = run.level;
  }
  return x;
}
