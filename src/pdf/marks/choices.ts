import { type ShownBox, TICKED } from '../document-field.js';
import { layDot, laySquare, SQUARE_LINE, TICK_WIDTH } from '../mark-layout.js';
import { type StampPlace } from '../signature-stamp.js';
import { type Sheets } from '../typesetting/sheets.js';

/** Draws a checkbox, empty or ticked, at a place for which the page itself has no box. */
export function drawSquare(sheets: Sheets, place: Pick<StampPlace, 'value' | keyof ShownBox>): void {
  const { x, y, side, tick } = laySquare(place);
  const { page, colors } = sheets;
  page.drawRectangle({
    x,
    y: sheets.fromBottom(y + side),
    width: side,
    height: side,
    borderColor: colors.ink,
    borderWidth: SQUARE_LINE,
  });
  if (place.value === TICKED) strokeTick(sheets, tick, side);
}

/**
 * Marks a chosen option of a form, and draws nothing for another: the sender's page has the box or the circle, and a
 * second one inside it would look like a mistake. Only where a text tag is covered is nothing left of the page, so
 * that the box is drawn as well.
 */
export function drawChoice(sheets: Sheets, place: StampPlace): void {
  const isRound = place.kind === 'radio';
  if (place.tagBox) return isRound ? drawCircle(sheets, place) : drawSquare(sheets, place);
  if (place.value !== TICKED) return;
  if (isRound) return drawDot(sheets, place);
  const { tick, side } = laySquare(place, 1);
  strokeTick(sheets, tick, side);
}

function strokeTick(sheets: Sheets, tick: ReturnType<typeof laySquare>['tick'], side: number): void {
  const path = sheets.page.drawPath();
  for (const [index, [across, down]] of tick.entries()) {
    const height = sheets.fromBottom(down);
    if (index === 0) path.moveTo(across, height);
    else path.lineTo(across, height);
  }
  path.stroke({
    borderColor: sheets.colors.pen,
    borderWidth: side * TICK_WIDTH,
    lineCap: 'round',
    lineJoin: 'round',
  });
}

function drawCircle(sheets: Sheets, place: StampPlace): void {
  const { x, y, circle } = layDot(place);
  const { page, colors } = sheets;
  page.drawCircle({
    x,
    y: sheets.fromBottom(y),
    radius: circle,
    borderColor: colors.ink,
    borderWidth: SQUARE_LINE,
  });
  if (place.value === TICKED) drawDot(sheets, place);
}

function drawDot(sheets: Sheets, place: StampPlace): void {
  const { x, y, dot } = layDot(place);
  sheets.page.drawCircle({ x, y: sheets.fromBottom(y), radius: dot, color: sheets.colors.pen });
}
