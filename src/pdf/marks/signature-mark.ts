import { type Fonts } from '../typesetting/fonts.js';
import { MARK_ASPECT_RATIO, MAX_MARK_POINTS } from '../mark-limits.js';
import { fitText } from '../typesetting/printable-text.js';
import { PEN, type Sheets } from '../typesetting/sheets.js';
import { type SignatureMark, type SignatureStamp } from '../signature-stamp.js';

/** Width of marks on signature pages in points; pen and letters scale with it. */
export const MARK_WIDTH = 204;
export const MARK_HEIGHT = MARK_WIDTH / MARK_ASPECT_RATIO;

const PEN_WIDTH = 1.3;
const LARGEST_HAND = 38;
const SMALLEST_HAND = 9;
/** Height of a typed signature's baseline above the bottom of the box, as a share of the box's height. */
const BASELINE_SHARE = 0.2;
/** Keeps the flourishes of the handwriting font inside the box. */
const INSET = 4;

/** Where a mark is drawn, in points from the left and top edges. */
export interface MarkBox {
  x: number;
  top: number;
  width: number;
  height: number;
}

/** Draws a signer's mark as large as the box allows, left-aligned. */
export function drawMark(sheets: Sheets, fonts: Fonts, signer: SignatureStamp, box: MarkBox): void {
  const { mark } = signer;
  if (mark.kind === 'drawn') drawStrokes(sheets, mark.strokes, box);
  else if (mark.kind === 'uploaded') drawPicture(sheets, fonts, mark, box);
  else writeByHand(sheets, fonts, mark.kind === 'typed' ? mark.text : signer.name || signer.email, box);
}

/** Writes a few words in a handwriting font, or in the text font if none of them has all the letters. */
export function writeByHand(sheets: Sheets, fonts: Fonts, words: string, box: MarkBox): void {
  const text = words.normalize('NFC').replace(/\s+/g, ' ').trim();
  const hand = fonts.handFor(text);
  const font = hand ?? fonts.regular;
  const baseline = box.height * BASELINE_SHARE;
  const largest = Math.max(1, Math.round((LARGEST_HAND * box.height) / MARK_HEIGHT));
  const { size, leading, lines } = fitText(sheets.printable(text, font), font, {
    width: box.width - 2 * INSET,
    height: box.height - baseline,
    largest: hand ? largest : Math.ceil(largest / 2),
    smallest: Math.min(SMALLEST_HAND, largest),
  });
  lines.toReversed().forEach((line, index) => {
    const y = sheets.fromBottom(box.top + box.height) + baseline + index * leading;
    font.draw(sheets.page, line, { x: box.x + INSET, y, size, color: PEN });
  });
}

/** As large as the box allows, at the bottom of the box. */
function drawPicture(
  sheets: Sheets,
  fonts: Fonts,
  { png }: Extract<SignatureMark, { kind: 'uploaded' }>,
  box: MarkBox,
): void {
  const image = fonts.picture(png);
  const scale = Math.min((box.width - 2 * INSET) / image.width, (box.height - INSET) / image.height);
  const y = sheets.fromBottom(box.top + box.height) + INSET / 2;
  const size = { width: image.width * scale, height: image.height * scale };
  sheets.page.drawImage(image, { x: box.x + INSET, y, ...size });
}

/** Smooth curves through the midpoints, as the signing page draws them. */
function drawStrokes(sheets: Sheets, strokes: number[][], box: MarkBox): void {
  if (strokes.reduce((sum, stroke) => sum + stroke.length, 0) > 2 * MAX_MARK_POINTS) {
    throw new RangeError(`The drawn signature has more than ${MAX_MARK_POINTS} points`);
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

/** Pairs clamped to the box; pairs that are not two numbers are dropped. */
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
