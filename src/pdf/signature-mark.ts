import { type Fonts } from './fonts.js';
import { MARK_ASPECT_RATIO, MAX_MARK_POINTS } from './mark-limits.js';
import { fitText } from './printable-text.js';
import { PEN, type Sheets } from './sheets.js';
import { type SignatureMark, type SignatureStamp } from './signature-stamp.js';

/** As wide as marks are on signature pages, in points; the pen and the letters go with it. */
export const MARK_WIDTH = 204;
export const MARK_HEIGHT = MARK_WIDTH / MARK_ASPECT_RATIO;

const PEN_WIDTH = 1.3;
const LARGEST_HAND = 38;
const SMALLEST_HAND = 9;
/** The line that typed signatures stand on, above the box's bottom, as a share of its height. */
const BASELINE_SHARE = 0.2;
/** Keeps the swings of the hand face within the line. */
const INSET = 4;

/** Where a mark is drawn: points from the left and from the top edge. */
export interface MarkBox {
  x: number;
  top: number;
  width: number;
  height: number;
}

/** Draws a signer's mark as large as the box allows, at its left. */
export function drawMark(sheets: Sheets, fonts: Fonts, signer: SignatureStamp, box: MarkBox): void {
  const { mark } = signer;
  if (mark.kind === 'drawn') drawStrokes(sheets, mark.strokes, box);
  else if (mark.kind === 'uploaded') drawPicture(sheets, fonts, mark, box);
  else writeByHand(sheets, fonts, mark.kind === 'typed' ? mark.text : signer.name || signer.email, box);
}

/** Writes a few words in the hand face where it has their letters, and upright where it has not. */
export function writeByHand(sheets: Sheets, fonts: Fonts, words: string, box: MarkBox): void {
  const text = words.normalize('NFC').replace(/\s+/g, ' ').trim();
  const hand = fonts.handFor(text);
  const font = hand ?? fonts.regular;
  const baseline = box.height * BASELINE_SHARE;
  const largest = Math.max(1, Math.round((LARGEST_HAND * box.height) / MARK_HEIGHT));
  const { size, lines } = fitText(sheets.printable(text, font), font, {
    width: box.width - 2 * INSET,
    height: box.height - baseline,
    largest: hand ? largest : Math.ceil(largest / 2),
    smallest: Math.min(SMALLEST_HAND, largest),
  });
  lines.toReversed().forEach((line, index) => {
    const y = sheets.fromBottom(box.top + box.height) + baseline + index * size;
    sheets.page.drawText(line, { x: box.x + INSET, y, font, size, color: PEN });
  });
}

/** As large as the box allows, standing on its line. */
function drawPicture(
  sheets: Sheets,
  fonts: Fonts,
  { png }: Extract<SignatureMark, { kind: 'uploaded' }>,
  box: MarkBox,
): void {
  const image = fonts.pdf.embedPng(png);
  const scale = Math.min((box.width - 2 * INSET) / image.width, (box.height - INSET) / image.height);
  const y = sheets.fromBottom(box.top + box.height) + INSET / 2;
  const size = { width: image.width * scale, height: image.height * scale };
  sheets.page.drawImage(image, { x: box.x + INSET, y, ...size });
}

/** Smooth curves through the middles between the points, as the pad on the page draws them. */
function drawStrokes(sheets: Sheets, strokes: number[][], box: MarkBox): void {
  if (strokes.reduce((sum, stroke) => sum + stroke.length, 0) > 2 * MAX_MARK_POINTS) {
    throw new RangeError(`A drawn signature has more than ${MAX_MARK_POINTS} points`);
  }
  const width = Math.min(box.width, box.height * MARK_ASPECT_RATIO);
  const height = width / MARK_ASPECT_RATIO;
  const bottom = sheets.fromBottom(box.top + box.height);
  const path = sheets.page.drawPath();
  for (const stroke of strokes) {
    const points = toPoints(stroke).map(([left, down]): Point => [
      box.x + left * width,
      bottom + (1 - down) * height,
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
  const borderWidth = (PEN_WIDTH * width) / MARK_WIDTH;
  path.stroke({ borderColor: PEN, borderWidth, lineCap: 'round', lineJoin: 'round' });
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
