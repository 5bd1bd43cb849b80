/** Draws a PDF with pdf.js from our own origin. Pages are drawn as they come near, and their text can be selected. */
import { drawCanvas, DRAWN, shownDensity } from './document-canvas.js';
import { sharpenVisible } from './document-detail.js';
import { linksLayer } from './document-links.js';
import { writeWords } from './document-text.js';
import { countPages, offerZoom } from './document-zoom.js';
import { loadPdfJs, openPdf, PdfPages } from './pdf-document.js';

const NEAR = '150% 0px';

/** The document's pages in the HTML page. */
export interface Reader {
  pages: PdfPages;
  /** One per page: the sheet of paper, whose content comes and goes. */
  sheets: HTMLElement[];
  /** One per page: holds its sheet, and its text for screen readers. */
  sections: HTMLElement[];
}

/** Opens the document of a viewer (views/partials/document-viewer.hbs), or shows in it that this is not possible. */
export async function openReader(viewer: HTMLElement): Promise<Reader | null> {
  try {
    return await show(viewer);
  } catch {
    fail(viewer);
    return null;
  }
}

function fail(viewer: HTMLElement): void {
  part(viewer, 'status').textContent = '';
  part(viewer, 'failed').hidden = false;
}

export function part(viewer: HTMLElement, name: string): HTMLElement {
  return viewer.querySelector<HTMLElement>(`[data-document-${name}]`)!;
}

async function show(viewer: HTMLElement): Promise<Reader> {
  const status = part(viewer, 'status');
  const pdfjs = await loadPdfJs();
  const addresses = viewer.dataset.document!.split(' ');
  const pages = new PdfPages(await Promise.all(addresses.map((address) => openPdf(pdfjs, address))));
  const sections = sectionsOf(viewer);
  if (sections.length !== pages.count) throw new Error(`The document has ${pages.count} pages`);
  const sheets = sections.map((section) => section.querySelector<HTMLElement>('.document-page')!);
  sheets.forEach(keepShape);
  status.textContent = '';
  const redraw = drawWhenNear(pdfjs, pages, sheets);
  offerZoom(viewer, redraw);
  sharpenVisible(pages, viewer, sheets);
  countPages(viewer, sheets, sections);
  void writeWords(pages, sections, viewer.dataset.noText!).catch(() => fail(viewer));
  return { pages, sheets, sections };
}

/** The server reserves each page's space, so nothing moves when the pages are drawn. */
export const sectionsOf = (viewer: HTMLElement): HTMLElement[] => [
  ...viewer.querySelectorAll<HTMLElement>('[data-page]'),
];

/** The size of a page in points, from the server. */
export function sizeOf(section: HTMLElement): { width: number; height: number } {
  return section.querySelector<SVGSVGElement>('.document-shape')!.viewBox.baseVal;
}

/** Fixes the shape before the content that holds it comes and goes. */
function keepShape(sheet: HTMLElement): void {
  const { width, height } = sizeOf(sheet);
  sheet.style.aspectRatio = `${width} / ${height}`;
}

/** Also empties distant pages: a phone can hold a few canvases, not five hundred. */
function drawWhenNear(
  pdfjs: typeof import('pdfjs-dist'),
  pages: PdfPages,
  sheets: HTMLElement[],
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
          void draw(pdfjs, pages, { number, sheet, isWanted: () => drawn.get(sheet) === turn });
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

interface Drawing {
  number: number;
  sheet: HTMLElement;
  /** Whether the sheet is still near once its page is drawn. */
  isWanted: () => boolean;
}

async function draw(
  pdfjs: typeof import('pdfjs-dist'),
  pages: PdfPages,
  { number, sheet, isWanted }: Drawing,
): Promise<void> {
  const page = await pages.getPage(number);
  const size = page.getViewport({ scale: 1 });
  sheet.style.aspectRatio = `${size.width} / ${size.height}`;
  const scale = sheet.clientWidth / size.width;
  const canvas = await drawCanvas(page, scale, shownDensity());
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
  // A page whose links cannot be read is shown without them.
  const links = await linksLayer(pages.pdfOf(number), page).catch(() => null);
  if (isWanted()) {
    sheet.replaceChildren(canvas, words, ...(links ? [links] : []));
    sheet.dispatchEvent(new Event(DRAWN));
  }
  page.cleanup();
}
