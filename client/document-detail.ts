/**
 * An enlarged page can need a larger canvas than allowed. Its visible part is then drawn again on top, as sharp as
 * the screen. All such parts together are at most as large as the screen, whatever the size of the pages.
 */
import { drawCanvas, DRAWN, type Part, shownDensity } from './document-canvas.js';
import { type PdfPages } from './pdf-document.js';

/** After the last movement. */
const SETTLED_MS = 150;
/** Canvases are whole pixels. */
const SHARP_ENOUGH = 0.98;

export function sharpenVisible(pages: PdfPages, viewer: HTMLElement, sheets: HTMLElement[]): void {
  let turn = 0;
  let pause: ReturnType<typeof setTimeout>;
  const sharpen = async () => {
    const now = ++turn;
    for (const [index, sheet] of sheets.entries()) {
      const part = blurredPart(sheet);
      if (part) await drawDetail(pages, { number: index + 1, sheet, part, isWanted: () => turn === now });
      else sheet.querySelector('.detail')?.remove();
      if (turn !== now) return;
    }
  };
  const settle = () => {
    clearTimeout(pause);
    pause = setTimeout(() => void sharpen().catch(() => undefined), SETTLED_MS);
  };
  viewer.addEventListener(DRAWN, settle, true);
  // Both the screen and the pages in it can be scrolled.
  addEventListener('scroll', settle, { capture: true, passive: true });
  for (const change of ['resize', 'scroll']) visualViewport?.addEventListener(change, settle);
}

/** The visible part of a page drawn less sharp than the screen; null if there is none. */
function blurredPart(sheet: HTMLElement): Part | null {
  const whole = sheet.querySelector('canvas');
  if (!whole || whole.width >= SHARP_ENOUGH * sheet.clientWidth * shownDensity()) return null;
  const { left, top, right, bottom } = sheet.getBoundingClientRect();
  const frame = sheet.closest('.document-scroll')!.getBoundingClientRect();
  const { offsetLeft, offsetTop, width, height } = visualViewport!;
  const x = Math.max(left, frame.left, offsetLeft);
  const y = Math.max(top, offsetTop);
  const part = {
    x: x - left,
    y: y - top,
    width: Math.min(right, frame.right, offsetLeft + width) - x,
    height: Math.min(bottom, offsetTop + height) - y,
  };
  return part.width >= 1 && part.height >= 1 ? part : null;
}

interface Detail {
  number: number;
  sheet: HTMLElement;
  part: Part;
  /** False once anything has moved. */
  isWanted: () => boolean;
}

async function drawDetail(pages: PdfPages, { number, sheet, part, isWanted }: Detail): Promise<void> {
  const { clientWidth, clientHeight } = sheet;
  const page = await pages.getPage(number);
  const scale = clientWidth / page.getViewport({ scale: 1 }).width;
  const canvas = await drawCanvas(page, scale, shownDensity(), part);
  const whole = sheet.querySelector('canvas');
  if (!whole || !isWanted()) return;
  canvas.className = 'detail';
  Object.assign(canvas.style, {
    left: `${(100 * part.x) / clientWidth}%`,
    top: `${(100 * part.y) / clientHeight}%`,
    width: `${(100 * part.width) / clientWidth}%`,
    height: `${(100 * part.height) / clientHeight}%`,
  });
  sheet.querySelector('.detail')?.remove();
  whole.after(canvas);
}
