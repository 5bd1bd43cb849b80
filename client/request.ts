/** For a request's page: draws the first page of its document once everything else is shown. */
import { drawCanvas } from './document-canvas.js';
import { idle } from './document-text.js';
import { loadPdfJs, openPdf } from './pdf-document.js';

const SHARPEST = 2;
const place = document.querySelector<HTMLElement>('[data-first-page]');
if (place) void draw(place);

/** If it cannot be drawn, its white paper stays. */
async function draw(place: HTMLElement): Promise<void> {
  await idle();
  try {
    const pdf = await openPdf(await loadPdfJs(), place.dataset.firstPage!);
    const page = await pdf.getPage(1);
    const scale = place.clientWidth / page.getViewport({ scale: 1 }).width;
    const canvas = await drawCanvas(page, scale, Math.min(devicePixelRatio || 1, SHARPEST));
    place.replaceChildren(canvas);
    page.cleanup();
  } catch {
    place.dataset.failed = '';
  }
}
