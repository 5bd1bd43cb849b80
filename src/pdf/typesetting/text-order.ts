/** Makes a line of text run from right to left, whatever its first letter. */
export const RIGHT_TO_LEFT = '\u200f';

/** A stretch of text in one direction: rightwards at even levels, leftwards at odd ones. */
export interface DirectedRun {
  level: number;
}

export const isLeftwards = (level: number): boolean => level % 2 === 1;

/** The runs of a line in visual order, from left to right (Unicode Standard Annex 9, rule L2). */
export function visualOrder<Run extends DirectedRun>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && ordered[end]!.level >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}
