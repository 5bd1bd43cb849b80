/** Makes a document's links work, by keyboard too. Its other annotations are only drawn. */
import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { type PdfPages } from './pdf-document.js';

/** Links of any other scheme are not opened. */
const OPENED = new Set(['http:', 'https:', 'mailto:']);
/** Limit per page: a hostile one could have any number. */
const MAX_LINKS = 500;

/** The parts of pdf.js's annotations used here. */
interface Annotation {
  subtype: string;
  /** In points, from the page's lower left corner. */
  rect: number[];
  url?: string;
  dest?: unknown;
}

/** @returns null for a page without links; positions are shares of the page, so they stay right at any size */
export async function linksLayer(
  { pdf, before }: ReturnType<PdfPages['pdfOf']>,
  page: PDFPageProxy,
): Promise<HTMLElement | null> {
  const annotations = (await page.getAnnotations()) as Annotation[];
  const viewport = page.getViewport({ scale: 1 });
  const layer = document.createElement('div');
  layer.className = 'links-layer';
  for (const annotation of annotations.filter(({ subtype }) => subtype === 'Link').slice(0, MAX_LINKS)) {
    const link = outside(annotation.url) ?? (await inside(pdf, before, annotation.dest).catch(() => null));
    if (link) layer.append(place(link, annotation.rect, viewport));
  }
  return layer.hasChildNodes() ? layer : null;
}

function outside(url: string | undefined): HTMLAnchorElement | null {
  if (url === undefined || !OPENED.has(new URL(url).protocol)) return null;
  return named(url, { href: url, target: '_blank', rel: 'noopener noreferrer' });
}

/** Links to the page's heading. "Back" returns to the link. */
async function inside(pdf: PDFDocumentProxy, before: number, to: unknown): Promise<HTMLAnchorElement | null> {
  const target = typeof to === 'string' ? await pdf.getDestination(to) : to;
  if (!Array.isArray(target)) return null;
  const page = target[0] as number | { num: number; gen: number };
  const index = typeof page === 'number' ? page : await pdf.getPageIndex(page);
  const heading = document.querySelector(`#page-${before + index + 1}`);
  return heading && named(heading.textContent, { href: `#${heading.id}` });
}

function named(title: string, target: Partial<HTMLAnchorElement>): HTMLAnchorElement {
  const link = Object.assign(document.createElement('a'), { title, ...target });
  link.setAttribute('aria-label', title);
  return link;
}

function place(link: HTMLAnchorElement, rect: number[], viewport: PageViewport): HTMLAnchorElement {
  const [x1, y1, x2, y2] = viewport.convertToViewportRectangle(rect) as [number, number, number, number];
  const share = (length: number, whole: number) => `${(100 * length) / whole}%`;
  Object.assign(link.style, {
    left: share(Math.min(x1, x2), viewport.width),
    top: share(Math.min(y1, y2), viewport.height),
    width: share(Math.abs(x2 - x1), viewport.width),
    height: share(Math.abs(y2 - y1), viewport.height),
  });
  return link;
}
