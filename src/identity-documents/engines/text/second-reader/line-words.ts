import { type PrintedWord } from '../printed-text.js';
import { type LineBox } from './smallest-rectangle.js';

/** A character, its probability, and its place in shares of the line's width. */
export interface ReadCharacter {
  text: string;
  confidence: number;
  at: number;
}

/** A gap this many times the usual width separates words, since the network misses spaces. */
const WIDE_GAP = 1.7;
/** Height of capitals as a share of a box, which has a margin. */
const CAPITALS = 0.72;

/**
 * The characters of a line from the network's output, one row of probabilities for each step (connectionist temporal
 * classification; Graves et al., 2006): equal steps are one character, and class 0 separates them.
 * @param allowed the classes that count: letters of other scripts are misread Latin ones
 * @param widening how much wider the input is than the line
 */
export function readCharacters(
  probabilities: Float32Array,
  [steps, classes]: readonly [number, number],
  {
    characters,
    allowed,
    widening,
  }: { characters: readonly string[]; allowed: readonly number[]; widening: number },
): ReadCharacter[] {
  const read: ReadCharacter[] = [];
  let last = 0;
  for (let step = 0; step < steps; step++) {
    const row = step * classes;
    let best = 0;
    for (const each of allowed) if (probabilities[row + each]! > probabilities[row + best]!) best = each;
    const confidence = probabilities[row + best]!;
    if (best > 0 && best !== last)
      read.push({ text: characters[best]!, confidence, at: ((step + 0.5) / steps) * widening });
    else if (best > 0) read.at(-1)!.confidence = Math.max(read.at(-1)!.confidence, confidence);
    last = best;
  }
  return read;
}

/** The words of a line, split at spaces and wide gaps, in fractions of the page. */
export function toWords(
  characters: readonly ReadCharacter[],
  box: LineBox,
  page: { width: number; height: number },
): PrintedWord[] {
  const steps = characters.slice(1).map(({ at }, index) => at - characters[index]!.at);
  const usual = steps.sort((a, b) => a - b)[steps.length >> 1] ?? 1;
  const groups: ReadCharacter[][] = [[]];
  for (const [index, character] of characters.entries()) {
    const before = characters[index - 1];
    const isApart = before && before.text !== ' ' && character.at - before.at > WIDE_GAP * usual;
    if (character.text === ' ' || isApart) groups.push([]);
    if (character.text !== ' ') groups.at(-1)!.push(character);
  }
  return groups.filter((group) => group.length > 0).map((group) => wordOf(group, usual, box, page));
}

function wordOf(
  group: readonly ReadCharacter[],
  usual: number,
  { centre, along, halfWidth, halfHeight }: LineBox,
  page: { width: number; height: number },
): PrintedWord {
  const rim = Math.min(usual, 1) / 2;
  const [start, end] = [Math.max(0, group[0]!.at - rim), Math.min(1, group.at(-1)!.at + rim)];
  const right = (start + end - 1) * halfWidth;
  const [width, height] = [(end - start) * 2 * halfWidth, 2 * halfHeight * CAPITALS];
  return {
    text: group.map(({ text }) => text).join(''),
    confidence: group.reduce((sum, { confidence }) => sum + confidence, 0) / group.length,
    x: (centre.x + right * along.x - width / 2) / page.width,
    y: (centre.y + right * along.y - height / 2) / page.height,
    w: width / page.width,
    h: height / page.height,
  };
}

/** Lines from top to bottom, and side by side from left to right, since a date can be split over two boxes. */
export function inReadingOrder(boxes: readonly LineBox[]): LineBox[] {
  const rows: LineBox[][] = [];
  for (const box of [...boxes].sort((a, b) => a.centre.x - b.centre.x)) {
    const gapTo = (row: LineBox[]) =>
      box.centre.x - box.halfWidth - row.at(-1)!.centre.x - row.at(-1)!.halfWidth;
    const [nearest] = rows
      .filter((row) => isBeside(row.at(-1)!, box, gapTo(row)))
      .sort((a, b) => gapTo(a) - gapTo(b));
    if (nearest) nearest.push(box);
    else rows.push([box]);
  }
  return rows.sort((a, b) => a[0]!.centre.y - b[0]!.centre.y).flat();
}

function isBeside(left: LineBox, right: LineBox, gap: number): boolean {
  const overlap =
    Math.min(left.centre.y + left.halfHeight, right.centre.y + right.halfHeight) -
    Math.max(left.centre.y - left.halfHeight, right.centre.y - right.halfHeight);
  const [less, more] = [
    Math.min(left.halfHeight, right.halfHeight),
    Math.max(left.halfHeight, right.halfHeight),
  ];
  return overlap > less && gap > -2 * right.halfHeight && gap < 6 * more;
}
