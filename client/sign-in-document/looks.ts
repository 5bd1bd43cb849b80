/** Draws marks and entries by the same rules as in the document (src/pdf/mark-layout.ts). */
import { type EntryRules, type LaidEntry, layEntry, layStamp, tooMany } from '../../src/pdf/entry-layout.js';
import { type HandFace, handFaceFor } from '../../src/pdf/hand-faces.js';
import {
  handWords,
  layDot,
  layHand,
  layPicture,
  laySquare,
  layText,
  SQUARE_LINE,
  strokesPath,
  TICK_WIDTH,
  type Written,
} from '../../src/pdf/mark-layout.js';

/** In points. */
export interface Size {
  width: number;
  height: number;
}

export type Mark =
  | { kind: 'click' }
  | { kind: 'typed'; text: string }
  | { kind: 'drawn'; strokes: number[][] }
  | { kind: 'uploaded'; picture: HTMLImageElement };

/** Texts whose first letter is right-to-left (Unicode Standard Annex 9, rule P2). */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const SVG = 'http://www.w3.org/2000/svg';
const MEASURED_AT = 100;
/** The page's fonts, as in the stylesheet. */
const FONTS: Readonly<Record<HandFace | 'text', string>> = {
  caveat: `500 ${MEASURED_AT}px 'Caveat Variable'`,
  mynerve: `400 ${MEASURED_AT}px Mynerve`,
  text: `400 ${MEASURED_AT}px 'Source Sans 3 Variable'`,
};

/** Resolves once the text can be measured. */
export async function loadFontOf(words: string): Promise<void> {
  await document.fonts.load(FONTS[handFaceFor(handWords(words)) ?? 'text'], words);
}

/** @param clicked the text that a click leaves */
export function markLook(mark: Mark, clicked: string, size: Size): SVGElement {
  switch (mark.kind) {
    case 'click':
      return handLook(clicked, size);
    case 'typed':
      return handLook(mark.text, size);
    case 'drawn': {
      const { path, width } = strokesPath(mark.strokes, size);
      return sheet(size, draw('path', { d: path, class: 'ink', 'stroke-width': width }));
    }
    case 'uploaded': {
      const { naturalWidth, naturalHeight, src } = mark.picture;
      const place = layPicture({ width: naturalWidth, height: naturalHeight }, size);
      return sheet(size, draw('image', { href: src, ...place }));
    }
  }
}

export function handLook(words: string, size: Size): SVGElement {
  const text = handWords(words);
  const face = handFaceFor(text);
  const written = layHand(text, measure(face ?? 'text'), face !== null, size);
  return lines(written, `by-hand ${face ?? ''}`, size);
}

export function textLook(words: string, size: Size): SVGElement {
  const written = layText(words, measure('text'), size);
  // As in the document, a single line starts at the left, next to the text it follows.
  const isRtl = written.lines.length > 1 && RIGHT_TO_LEFT.test(words);
  return lines(written, '', size, isRtl);
}

/** What a form's field holds, as it is written in its place; nothing if it does not fit there. */
export function entryLook(words: string, size: Size, rules: EntryRules): SVGElement {
  const laid = layEntry(words, ENTRY_FONT, size, rules);
  return sheet(size, ...(laid ? textsOf(laid) : []));
}

const textsOf = ({ size, lines: all }: LaidEntry): SVGElement[] =>
  all.map(({ text, x, y, width, isRightToLeft }) => {
    const from: Record<string, string | number> = isRightToLeft ? { x: x + width, direction: 'rtl' } : { x };
    const line = draw('text', { ...from, y, 'font-size': size });
    line.textContent = text;
    return line;
  });

/** A picture with the lines below it or beside it, as it is drawn; nothing if the lines do not fit. */
export function pictureLook(
  { naturalWidth, naturalHeight, src }: HTMLImageElement,
  lines: readonly string[],
  size: Size,
): SVGElement {
  const laid = layStamp({ width: naturalWidth, height: naturalHeight }, lines, ENTRY_FONT, size);
  if (!laid?.picture) return sheet(size);
  return sheet(size, draw('image', { href: src, ...laid.picture }), ...textsOf(laid));
}

/** By how many characters it is too long for its place. */
export const entryExcess = (words: string, size: Size, rules: EntryRules): number =>
  words === '' ? 0 : tooMany(words, ENTRY_FONT, size, rules);

const ENTRY_FONT = {
  widthOfTextAtSize: (text: string, size: number) => measure('text').widthOfTextAtSize(text, size),
  isRightToLeft: (text: string) => RIGHT_TO_LEFT.test(text),
};

/** The tick or dot of an option that is chosen; the page itself has the box. */
export function choiceLook(isRound: boolean, size: Size): SVGElement {
  if (isRound) {
    const { x, y, dot } = layDot(size);
    return sheet(size, draw('circle', { cx: x, cy: y, r: dot, class: 'dot' }));
  }
  const { side, tick } = laySquare(size, 1);
  return sheet(size, tickOf(tick, side));
}

export function squareLook(isTicked: boolean, size: Size): SVGElement {
  const { x, y, side, tick } = laySquare(size);
  const square = draw('rect', {
    x,
    y,
    width: side,
    height: side,
    class: 'square',
    'stroke-width': SQUARE_LINE,
  });
  if (!isTicked) return sheet(size, square);
  return sheet(size, square, tickOf(tick, side));
}

function tickOf(tick: ReturnType<typeof laySquare>['tick'], side: number): SVGElement {
  const points = tick.map((point) => point.join(' ')).join(' ');
  return draw('polyline', { points, class: 'ink', 'stroke-width': side * TICK_WIDTH });
}

function lines(written: Written, letters: string, size: Size, isRtl = false): SVGElement {
  const texts = written.lines.map(({ text, x, y }) => {
    const from: Record<string, string | number> = isRtl ? { x: size.width - x, direction: 'rtl' } : { x };
    const line = draw('text', { ...from, y, 'font-size': written.size, class: letters });
    line.textContent = text;
    return line;
  });
  return sheet(size, ...texts);
}

const pen = document.createElement('canvas').getContext('2d')!;

function measure(font: keyof typeof FONTS) {
  pen.font = FONTS[font];
  return {
    widthOfTextAtSize: (text: string, size: number) => (pen.measureText(text).width * size) / MEASURED_AT,
  };
}

function sheet({ width, height }: Size, ...content: SVGElement[]): SVGElement {
  const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, class: 'place-look', 'aria-hidden': 'true' });
  svg.append(...content);
  return svg;
}

function draw(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
