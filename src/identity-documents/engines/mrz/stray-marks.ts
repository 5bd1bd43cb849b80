import { type GlyphLine } from './glyph-lines.js';

/** The number of marks at each end of a line that may not be its characters. */
const MAX_STRAYS = 3;
/** Gap, in pitches, beyond which a mark may not be a character of the line; characters are one pitch apart. */
const MIN_GAP = 1.6;

/** The line without the few separate marks at its ends, such as parts of a frame, a finger or a printed arrow. */
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
