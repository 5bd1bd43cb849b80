import type { PDFPageProxy } from 'pdfjs-dist';
import { pinchScale } from './document-zoom.js';

/** Phones refuse larger canvases. */
const MAX_CANVAS_PIXELS = 8_000_000;

/** The event fired by a sheet when its page has been drawn. */
export const DRAWN = 'drawn';

/** A part of a page, in page pixels at the displayed scale. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Screen pixels per page pixel at the current zoom. */
export const shownDensity = (): number => (devicePixelRatio || 1) * pinchScale();

/**
 * @param density - canvas pixels per page pixel; reduced if the canvas would be too large
 * @param part - the whole page by default
 */
export async function drawCanvas(
  page: PDFPageProxy,
  scale: number,
  density: number,
  part?: Part,
): Promise<HTMLCanvasElement> {
  const whole = page.getViewport({ scale });
  const { x, y, width, height } = part ?? { x: 0, y: 0, width: whole.width, height: whole.height };
  const sharpness = Math.min(density, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)));
  const viewport = page.getViewport({
    scale: scale * sharpness,
    offsetX: -x * sharpness,
    offsetY: -y * sharpness,
  });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * sharpness);
  canvas.height = Math.floor(height * sharpness);
  canvas.setAttribute('aria-hidden', 'true');
  await page.render({ canvas, viewport }).promise;
  return canvas;
}
