/** Draws a PDF with pdf.js from our own origin. Pages are drawn as they come near, and their text can be selected. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { pageSection, writeWords } from './document-text.js';

declare const PDFJS_FOLDER: string;

/** Phones refuse larger canvases. */
const MAX_CANVAS_PIXELS = 8_000_000;
const NEAR = '150% 0px';
/** The event that a sheet fires when its page has been drawn. */
export const DRAWN = 'drawn';

/** The pages of a document on the page. */
export interface Reader {
  /** One for each page: the sheet of paper, whose content comes and goes. */
  sheets: HTMLElement[];
  /** One for each page: holds its sheet, and its text for screen readers. */
  sections: HTMLElement[];
}

/** What lies on a page above its text. @param size of the displayed page, in points */
export type Marker = (page: number, size: { width: number; height: number }) => Element[];

/** Opens the document of a viewer (views/partials/document-viewer.hbs), or says in it that this is not possible. */
export async function openReader(viewer: HTMLElement, marks: Marker = () => []): Promise<Reader | null> {
  try {
    return await show(viewer, marks);
  } catch {
    fail(viewer);
    return null;
  }
}

function fail(viewer: HTMLElement): void {
  part(viewer, 'status').hidden = true;
  part(viewer, 'failed').hidden = false;
}

export function part(viewer: HTMLElement, name: string): HTMLElement {
  return viewer.querySelector<HTMLElement>(`[data-document-${name}]`)!;
}

async function show(viewer: HTMLElement, marks: Marker): Promise<Reader> {
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
  const sheets = Array.from({ length: pdf.numPages }, () => emptySheet(`${width} / ${height}`));
  const sections = sheets.map((sheet, index) =>
    pageSection(sheet, index + 1, pageText(viewer, index + 1, pdf.numPages)),
  );
  part(viewer, 'pages').append(...sections);
  status.hidden = true;
  const redraw = drawWhenNear(pdfjs, pdf, sheets, marks);
  offerLarger(viewer, redraw);
  if (pdf.numPages > 1) countPages(viewer, sheets);
  void writeWords(pdf, sections, viewer.dataset.noText!).catch(() => fail(viewer));
  return { sheets, sections };
}

/** All sheets have the shape of the first page until their own is known. */
function emptySheet(shape: string): HTMLElement {
  const sheet = document.createElement('div');
  sheet.className = 'document-page';
  sheet.style.aspectRatio = shape;
  return sheet;
}

/** Empties distant pages again: a phone can hold a few canvases, not five hundred. */
function drawWhenNear(
  pdfjs: typeof import('pdfjs-dist'),
  pdf: PDFDocumentProxy,
  sheets: HTMLElement[],
  marks: Marker,
): () => void {
  const drawn = new Map<Element, number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = target as HTMLElement;
        const turn = (drawn.get(sheet) ?? 0) + 1;
        drawn.set(sheet, turn);
        if (isIntersecting) {
          const number = sheets.indexOf(sheet) + 1;
          void draw(pdfjs, pdf, { number, sheet, marks, isWanted: () => drawn.get(sheet) === turn });
        } else sheet.replaceChildren();
      }
    },
    { rootMargin: NEAR },
  );
  const observe = () => {
    observer.disconnect();
    for (const sheet of sheets) observer.observe(sheet);
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

interface Drawing {
  number: number;
  sheet: HTMLElement;
  marks: Marker;
  /** Whether the sheet is still near when its page has been drawn. */
  isWanted: () => boolean;
}

async function draw(
  pdfjs: typeof import('pdfjs-dist'),
  pdf: PDFDocumentProxy,
  { number, sheet, marks, isWanted }: Drawing,
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
    sheet.replaceChildren(canvas, words, ...marks(number, points));
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
function countPages(viewer: HTMLElement, sheets: HTMLElement[]): void {
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
      if (middle) count.textContent = pageText(viewer, sheets.indexOf(middle) + 1, sheets.length);
    },
    { rootMargin: '-50% 0px -50% 0px' },
  );
  count.textContent = pageText(viewer, 1, sheets.length);
  count.hidden = false;
  for (const sheet of sheets) observer.observe(sheet);
}

function pageText(viewer: HTMLElement, page: number, pages: number): string {
  return viewer.dataset.pageText!.replace('{page}', String(page)).replace('{pages}', String(pages));
}
