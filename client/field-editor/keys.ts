/** What the keys of the field editor do. */
import type { Field } from './field.js';
import { type Aligned, type Lines, nextPlace, type Way } from './snapping.js';

export type Command =
  'undo' | 'redo' | 'copy' | 'paste' | 'duplicate' | 'everywhere' | 'again' | 'remove' | 'try';

/** Points by which an arrow key moves a field, without and with Shift. */
const STEP = 2;
const LARGE_STEP = 20;
const ARROWS: Readonly<Record<string, readonly [across: number, down: number, way: Way]>> = {
  ArrowLeft: [-1, 0, 'left'],
  ArrowRight: [1, 0, 'right'],
  ArrowUp: [0, -1, 'up'],
  ArrowDown: [0, 1, 'down'],
};
const NOT_ALIGNED: Aligned = { x: null, y: null };

/** @param isOnField - whether a field has the focus: some keys belong to the browser elsewhere */
export function commandOf(event: KeyboardEvent, isOnField: boolean): Command | null {
  const { shiftKey } = event;
  const key = event.key.toLowerCase();
  if (!event.ctrlKey && !event.metaKey)
    return isOnField && (key === 'delete' || key === 'backspace') ? 'remove' : null;
  if (key === 'z') return shiftKey ? 'redo' : 'undo';
  if (key === 'y') return 'redo';
  if (key === 'v') return 'paste';
  if (!isOnField) return null;
  if (key === 'c') return 'copy';
  if (key === 'd') return shiftKey ? 'everywhere' : 'duplicate';
  return null;
}

interface Change {
  part: Partial<Field>;
  aligned: Aligned;
  /** The text that says what was done. */
  text: string;
}

/** How a key changes the field that has the focus; null if it does not. */
export function pressedOn(field: Field, event: KeyboardEvent, lines: Lines): Change | null {
  const { page, x, y, width, height } = field;
  const turn = { PageUp: -1, PageDown: 1 }[event.key];
  if (turn) return { part: { page: page + turn }, aligned: NOT_ALIGNED, text: 'moved' };
  const arrow = ARROWS[event.key];
  if (!arrow) return null;
  const [across, down, way] = arrow;
  if (event.ctrlKey || event.metaKey) {
    const next = nextPlace(field, lines, way);
    return { ...(next ?? { part: {}, aligned: NOT_ALIGNED }), text: next ? 'aligned' : 'moved' };
  }
  const step = event.shiftKey ? LARGE_STEP : STEP;
  const part = event.altKey
    ? { width: width + across * step, height: height + down * step }
    : { x: x + across * step, y: y + down * step };
  return { part, aligned: NOT_ALIGNED, text: event.altKey ? 'sized' : 'moved' };
}
