import { type GlyphLine } from './glyph-lines.js';

/** Groups of three and of two adjacent lines, top line first; groups with the most glyphs first. */
export function groupLines(lines: readonly GlyphLine[]): GlyphLine[][] {
  const pairs = pairLines(lines);
  const triples = pairs.flatMap(([upper, middle]) =>
    pairs.filter(([first]) => first === middle).map(([, lower]) => [upper, middle, lower]),
  );
  const glyphs = (group: readonly GlyphLine[]) => group.reduce((sum, line) => sum + line.glyphs.length, 0);
  return [...triples, ...pairs].sort((a, b) => glyphs(b) - glyphs(a));
}

/** Pairs of adjacent lines of similar length and pitch, upper line first. */
function pairLines(lines: readonly GlyphLine[]): [GlyphLine, GlyphLine][] {
  const pairs: [GlyphLine, GlyphLine][] = [];
  for (const upper of lines) {
    for (const lower of lines) {
      if (upper !== lower && areNeighbours(upper, lower)) pairs.push([upper, lower]);
    }
  }
  return pairs;
}

/** MRZ lines are 2.6 glyph heights apart (6.35 mm, ICAO 9303-4 §4.1); the range allows for perspective. */
function areNeighbours(upper: GlyphLine, lower: GlyphLine): boolean {
  const left = Math.max(upper.glyphs[0]!.x, lower.glyphs[0]!.x);
  const right = Math.min(upper.glyphs.at(-1)!.x, lower.glyphs.at(-1)!.x);
  const shorter = Math.min(extent(upper), extent(lower));
  if (right - left < 0.5 * shorter) return false;
  const middle = (left + right) / 2;
  const distance = yAt(lower, middle) - yAt(upper, middle);
  const height = (upper.height + lower.height) / 2;
  const pitchRatio = upper.pitch / lower.pitch;
  return distance > 1.1 * height && distance < 4.2 * height && pitchRatio > 0.85 && pitchRatio < 1.18;
}

function extent(line: GlyphLine): number {
  return line.glyphs.at(-1)!.x - line.glyphs[0]!.x;
}

function yAt(line: GlyphLine, x: number): number {
  return line.intercept + line.slope * x;
}
