import { type Fonts } from '../typesetting/fonts.js';
import { handWords, layHand, layPicture, traceStrokes } from '../mark-layout.js';
import { PEN, type Sheets } from '../typesetting/sheets.js';
import { type SignatureMark, type SignatureStamp } from '../signature-stamp.js';

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
  const text = handWords(words);
  const hand = fonts.handFor(text);
  const font = hand ?? fonts.regular;
  const { size, lines } = layHand(sheets.printable(text, font), font, hand !== null, box);
  for (const line of lines) {
    const y = sheets.fromBottom(box.top + line.y);
    font.draw(sheets.page, line.text, { x: box.x + line.x, y, size, color: PEN });
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

function drawStrokes(sheets: Sheets, strokes: number[][], box: MarkBox): void {
  const path = sheets.page.drawPath();
  const toPage = (x: number, y: number) => [box.x + x, sheets.fromBottom(box.top + y)] as const;
  const borderWidth = traceStrokes(path, strokes, box, toPage);
  path.stroke({ borderColor: PEN, borderWidth, lineCap: 'round', lineJoin: 'round' });
}
