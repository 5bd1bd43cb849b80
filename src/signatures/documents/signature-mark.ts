import { type Fonts } from './fonts.js';
import { MARK_ASPECT_RATIO, MAX_MARK_POINTS } from '../domain/mark-limits.js';
import { canDraw, fitText } from './printable-text.js';
import { PEN, type Sheets } from './sheets.js';
import { type SignatureStamp } from './signature-stamp.js';

export const MARK_WIDTH = 204;
export const MARK_HEIGHT = MARK_WIDTH / MARK_ASPECT_RATIO;

const PEN_WIDTH = 1.3;
const LARGEST_HAND = 38;
const SMALLEST_HAND = 9;
/** The line that typed signatures stand on, above the box's bottom. */
const BASELINE = 14;
/** Keeps the swings of the hand face within the line. */
const INSET = 4;

/** Draws a signer's mark in the box whose left upper corner is at x, top. */
export function drawMark(sheets: Sheets, fonts: Fonts, signer: SignatureStamp, x: number, top: number): void {
  const { mark } = signer;
  if (mark.kind === 'drawn') drawStrokes(sheets, mark.strokes, x, top);
  else writeByHand(sheets, fonts, mark.kind === 'typed' ? mark.text : signer.name || signer.email, x, top);
}

function writeByHand(sheets: Sheets, fonts: Fonts, words: string, x: number, top: number): void {
  const text = words.normalize('NFC').replace(/\s+/g, ' ').trim();
  const font = canDraw(text, fonts.hand) ? fonts.hand : fonts.regular;
  const { size, lines } = fitText(sheets.printable(text, font), font, {
    width: MARK_WIDTH - 2 * INSET,
    height: MARK_HEIGHT - BASELINE,
    largest: font === fonts.hand ? LARGEST_HAND : LARGEST_HAND / 2,
    smallest: SMALLEST_HAND,
  });
  lines.toReversed().forEach((line, index) => {
    const left = x + INSET;
    const y = sheets.fromBottom(top + MARK_HEIGHT) + BASELINE + index * size;
    sheets.page.drawText(line, { x: left, y, font, size, color: PEN });
  });
}

/** Smooth curves through the middles between the points, as the pad on the page draws them. */
function drawStrokes(sheets: Sheets, strokes: number[][], x: number, top: number): void {
  if (strokes.reduce((sum, stroke) => sum + stroke.length, 0) > 2 * MAX_MARK_POINTS) {
    throw new RangeError(`A drawn signature has more than ${MAX_MARK_POINTS} points`);
  }
  const bottom = sheets.fromBottom(top + MARK_HEIGHT);
  const path = sheets.page.drawPath();
  for (const stroke of strokes) {
    const points = toPoints(stroke).map(([left, down]): Point => [
      x + left * MARK_WIDTH,
      bottom + (1 - down) * MARK_HEIGHT,
    ]);
    const [first, ...rest] = points;
    if (!first) continue;
    path.moveTo(...round(first));
    rest.forEach((point, index) => {
      const next = rest[index + 1];
      if (next) path.quadraticCurveTo(...round(point), ...round(middle(point, next)));
    });
    path.lineTo(...round(rest.at(-1) ?? first));
  }
  path.stroke({ borderColor: PEN, borderWidth: PEN_WIDTH, lineCap: 'round', lineJoin: 'round' });
}

type Point = [x: number, y: number];

/** Pairs within the box; a pair that is not two numbers is left out. */
function toPoints(stroke: number[]): Point[] {
  const points: Point[] = [];
  for (let index = 0; index + 1 < stroke.length; index += 2) {
    const [x, y] = [stroke[index]!, stroke[index + 1]!];
    if (Number.isFinite(x) && Number.isFinite(y)) points.push([clamp(x), clamp(y)]);
  }
  return points;
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));
const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const round = (point: Point): Point => [Number(point[0].toFixed(2)), Number(point[1].toFixed(2))];
