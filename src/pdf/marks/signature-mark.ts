import { ops, type PDFFormXObject } from '@libpdf/core';
import {
  handWords,
  layHand,
  layPicture,
  layStrokes,
  MARK_HEIGHT,
  MARK_WIDTH,
  traceStrokes,
} from '../mark-layout.js';
import { type SignatureMark, type SignatureStamp } from '../signature-stamp.js';
import { type Fonts } from '../typesetting/fonts.js';
import { type Sheets } from '../typesetting/sheets.js';
import { Appearance } from './appearance.js';

/** Points around drawn strokes for half the width of their line. */
const LINE_ROOM = 2;
/** Size at which strokes are drawn once for all of their places. */
const FORM = { width: MARK_WIDTH, height: MARK_HEIGHT };

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
  if (mark.kind === 'drawn') drawStrokes(sheets, fonts, mark.strokes, box);
  else if (mark.kind === 'uploaded') drawPicture(sheets, fonts, mark, box);
  else writeByHand(sheets, fonts, mark.kind === 'typed' ? mark.text : signer.name || signer.email, box);
}

/** Writes a few words in a handwriting font, or in the text font if none of them has all the letters. */
export function writeByHand(sheets: Sheets, fonts: Fonts, words: string, box: MarkBox): void {
  const text = handWords(words);
  const hand = fonts.handFor(text);
  const font = hand ?? fonts.regular;
  const { size, lines } = layHand(sheets.printable(text, font), font, hand !== null, box);
  for (const line of lines) {
    const y = sheets.fromBottom(box.top + line.y);
    font.draw(sheets.page, line.text, { x: box.x + line.x, y, size, color: sheets.colors.pen });
  }
}

function drawPicture(
  sheets: Sheets,
  fonts: Fonts,
  { png }: Extract<SignatureMark, { kind: 'uploaded' }>,
  box: MarkBox,
): void {
  const image = fonts.picture(png);
  const { x, y, width, height } = layPicture(image, box);
  sheets.page.drawImage(image, {
    x: box.x + x,
    y: sheets.fromBottom(box.top + y + height),
    width,
    height,
  });
}

/** The document contains the strokes once, and each place shows them at its own size: they can take 200 KB. */
function drawStrokes(sheets: Sheets, fonts: Fonts, strokes: number[][], box: MarkBox): void {
  const { page } = sheets;
  const drawing = fonts.drawing(strokes, () => strokesForm(fonts, strokes));
  const { x, bottom, share } = layStrokes(strokes, box);
  const form = layStrokes(strokes, FORM);
  const [left, formBase] = [form.x + LINE_ROOM, FORM.height - form.bottom + LINE_ROOM];
  const base = sheets.fromBottom(box.top + bottom);
  const name = page.registerXObject(drawing);
  page.drawOperators([
    ops.pushGraphicsState(),
    ops.concatMatrix(share, 0, 0, share, box.x + x - share * left, base - share * formBase),
    ops.paintXObject(name),
    ops.popGraphicsState(),
  ]);
}

function strokesForm({ pdf, colors }: Fonts, strokes: number[][]): PDFFormXObject {
  const [width, height] = [FORM.width + 2 * LINE_ROOM, FORM.height + 2 * LINE_ROOM];
  const appearance = new Appearance(pdf, { width, height });
  const path = appearance.page.drawPath();
  const borderWidth = traceStrokes(path, strokes, FORM, (x, y) => [LINE_ROOM + x, height - LINE_ROOM - y]);
  path.stroke({ borderColor: colors.pen, borderWidth, lineCap: 'round', lineJoin: 'round' });
  return { type: 'formxobject', ref: appearance.finish(0), bbox: { x: 0, y: 0, width, height } };
}
