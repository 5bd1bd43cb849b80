/** Shows the PDF with pdf.js from our own origin. Pages are drawn as they come near, and their text can be selected. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { markPlaces, readPlaces } from './document-places.js';
import { pageSection, writeWords } from './document-text.js';
import { deviceTimeZone } from './time-zone.js';

declare const PDFJS_FOLDER: string;

/** Phones refuse larger canvases. */
const MAX_CANVAS_PIXELS = 8_000_000;
const NEAR = '150% 0px';
/** The event that a sheet fires when its page has been drawn. */
const DRAWN = 'drawn';

const places = readPlaces();
const root = document.querySelector<HTMLElement>('[data-document]');
if (root) show(root).catch(() => fail(root));

async function show(viewer: HTMLElement): Promise<void> {
  const status = part(viewer, 'status');
  const pdfjs = (await import(`${PDFJS_FOLDER}pdf.min.mjs`)) as typeof import('pdfjs-dist');
  pdfjs.GlobalWorkerOptions.workerSrc = `${PDFJS_FOLDER}pdf.worker.min.mjs`;
  const pdf = await pdfjs.getDocument({
    url: viewer.dataset.document!,
    isEvalSupported: false,
    enableXfa: false,
    disableAutoFetch: true,
    cMapUrl: `${PDFJS_FOLDER}cmaps/`,
    standardFontDataUrl: `${PDFJS_FOLDER}standard_fonts/`,
    wasmUrl: `${PDFJS_FOLDER}wasm/`,
    iccUrl: `${PDFJS_FOLDER}iccs/`,
  }).promise;
  const first = await pdf.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  const frames = Array.from({ length: pdf.numPages }, () => frame(`${width} / ${height}`));
  const sections = frames.map((sheet, index) =>
    pageSection(sheet, index + 1, pageText(viewer, index + 1, pdf.numPages)),
  );
  part(viewer, 'pages').append(...sections);
  status.hidden = true;
  const redraw = drawWhenNear(pdfjs, pdf, frames);
  offerLarger(viewer, redraw);
  if (pdf.numPages > 1) countPages(viewer, frames);
  tellOfEnd(viewer, frames.at(-1)!);
  await writeWords(pdf, sections, viewer.dataset.noText!);
}

/** An empty sheet for a page. All have the shape of the first page until their own is known. */
function frame(shape: string): HTMLElement {
  const sheet = document.createElement('div');
  sheet.className = 'document-page';
  sheet.style.aspectRatio = shape;
  return sheet;
}

/** Empties distant pages again: a phone can hold a few canvases, not five hundred. */
function drawWhenNear(
  pdfjs: typeof import('pdfjs-dist'),
  pdf: PDFDocumentProxy,
  frames: HTMLElement[],
): () => void {
  const drawn = new Map<Element, number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = target as HTMLElement;
        const turn = (drawn.get(sheet) ?? 0) + 1;
        drawn.set(sheet, turn);
        if (isIntersecting)
          void draw(pdfjs, pdf, frames.indexOf(sheet) + 1, sheet, () => drawn.get(sheet) === turn);
        else sheet.replaceChildren();
      }
    },
    { rootMargin: NEAR },
  );
  const observe = () => {
    observer.disconnect();
    for (const sheet of frames) observer.observe(sheet);
  };
  observe();
  return observe;
}

/** A page as wide as a phone may be too small to read. Enlarged, it scrolls sideways. */
function offerLarger(viewer: HTMLElement, redraw: () => void): void {
  const button = document.querySelector<HTMLButtonElement>('[data-document-larger]')!;
  button.hidden = false;
  button.addEventListener('click', () => {
    const isLarger = viewer.classList.toggle('larger');
    button.setAttribute('aria-pressed', String(isLarger));
    redraw();
  });
}

async function draw(
  pdfjs: typeof import('pdfjs-dist'),
  pdf: PDFDocumentProxy,
  number: number,
  sheet: HTMLElement,
  isWanted: () => boolean,
): Promise<void> {
  const page = await pdf.getPage(number);
  const size = page.getViewport({ scale: 1 });
  sheet.style.aspectRatio = `${size.width} / ${size.height}`;
  const scale = sheet.clientWidth / size.width;
  const canvas = await drawCanvas(page, scale);
  const words = document.createElement('div');
  words.className = 'words-layer';
  // For selecting and searching. Screen readers read the text in the page's section.
  words.setAttribute('aria-hidden', 'true');
  words.style.setProperty('--total-scale-factor', String(scale));
  const textContentSource = page.streamTextContent();
  await new pdfjs.TextLayer({
    textContentSource,
    container: words,
    viewport: page.getViewport({ scale }),
  }).render();
  if (isWanted()) {
    const { userUnit } = page;
    const points = { width: size.width / userUnit, height: size.height / userUnit };
    const own = places.filter((place) => place.page === number);
    sheet.replaceChildren(canvas, words, ...markPlaces(own, points));
    sheet.dispatchEvent(new Event(DRAWN));
  }
  page.cleanup();
}

async function drawCanvas(page: PDFPageProxy, scale: number): Promise<HTMLCanvasElement> {
  const shown = page.getViewport({ scale });
  const sharpest = Math.sqrt(MAX_CANVAS_PIXELS / (shown.width * shown.height));
  const viewport = page.getViewport({ scale: scale * Math.min(devicePixelRatio || 1, sharpest) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.setAttribute('aria-hidden', 'true');
  await page.render({ canvas, viewport }).promise;
  return canvas;
}

/** Shows the number of the page in the middle of the screen while scrolling. */
function countPages(viewer: HTMLElement, frames: HTMLElement[]): void {
  const count = part(viewer, 'count');
  let still: ReturnType<typeof setTimeout>;
  addEventListener('scroll', () => {
    count.classList.add('moving');
    clearTimeout(still);
    still = setTimeout(() => count.classList.remove('moving'), 1_200);
  });
  const observer = new IntersectionObserver(
    (entries) => {
      const middle = entries.find(({ isIntersecting }) => isIntersecting)?.target as HTMLElement | undefined;
      if (middle) count.textContent = pageText(viewer, frames.indexOf(middle) + 1, frames.length);
    },
    { rootMargin: '-50% 0px -50% 0px' },
  );
  count.textContent = pageText(viewer, 1, frames.length);
  count.hidden = false;
  for (const sheet of frames) observer.observe(sheet);
}

/** Reports once that the end of the last page was on screen. If the request fails, only this record is lost. */
function tellOfEnd(viewer: HTMLElement, last: HTMLElement): void {
  const end = document.createElement('div');
  end.setAttribute('aria-hidden', 'true');
  part(viewer, 'pages').after(end);
  let isInSight = false;
  const tell = () => {
    if (!isInSight || last.childElementCount === 0) return;
    observer.disconnect();
    last.removeEventListener(DRAWN, tell);
    const body = new URLSearchParams({ timeZone: deviceTimeZone() });
    void fetch(viewer.dataset.documentRead!, { method: 'POST', body, keepalive: true }).catch(
      () => undefined,
    );
  };
  const observer = new IntersectionObserver((entries) => {
    isInSight = entries.at(-1)!.isIntersecting;
    tell();
  });
  observer.observe(end);
  last.addEventListener(DRAWN, tell);
}

function fail(viewer: HTMLElement): void {
  part(viewer, 'status').hidden = true;
  part(viewer, 'failed').hidden = false;
}

function pageText(viewer: HTMLElement, page: number, pages: number): string {
  return viewer.dataset.pageText!.replace('{page}', String(page)).replace('{pages}', String(pages));
}

function part(viewer: HTMLElement, name: string): HTMLElement {
  return viewer.querySelector<HTMLElement>(`[data-document-${name}]`)!;
}
