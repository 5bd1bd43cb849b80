import type { PDFPageProxy } from 'pdfjs-dist';
import { pinchScale } from './document-zoom.js';

/** Phones refuse larger canvases. */
const MAX_CANVAS_PIXELS = 8_000_000;

/** The event that a sheet fires when its page has been drawn. */
export const DRAWN = 'drawn';

/** A part of a page, in its pixels at the scale at which it is shown. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels of the screen for each of the page, as it is enlarged now. */
export const shownDensity = (): number => (devicePixelRatio || 1) * pinchScale();

/**
 * @param density - pixels of the canvas for each of the page; fewer if the canvas would be too large
 * @param part - the whole page if it is left out
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
