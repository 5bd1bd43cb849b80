import { type GlyphLine } from './glyph-lines.js';

/** How many marks at each end of a line may be none of its characters. */
const MAX_STRAYS = 3;
/** Characters stand one pitch apart. What stands further off than this, in pitches, may be no character of the line. */
const MIN_GAP = 1.6;

/** The line without the few marks that stand apart at its ends, such as those of a frame, a finger or a printed arrow. */
export function withoutStrays(line: GlyphLine): GlyphLine {
  const { glyphs, pitch } = line;
  const isGap = (left: number) => glyphs[left + 1]!.x - glyphs[left]!.x > MIN_GAP * pitch;
  let [first, last] = [0, glyphs.length - 1];
  for (let strays = 1; strays <= MAX_STRAYS; strays++) {
    if (isGap(strays - 1)) first = strays;
    if (isGap(glyphs.length - 1 - strays)) last = glyphs.length - 1 - strays;
  }
  return { ...line, glyphs: glyphs.slice(first, last + 1) };
}
