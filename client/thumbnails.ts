/**
 * Small pictures of all pages (views/partials/document-viewer.hbs): next to the document if there is room, otherwise
 * in a sheet opened by a button. They are drawn after the document itself, in idle time, and only while visible.
 */
import { drawCanvas, DRAWN } from './document-canvas.js';
import { type Reader } from './document-reader.js';
import { idle } from './document-text.js';
import { PAGE_SHOWN } from './document-zoom.js';
import { type PdfPages } from './pdf-document.js';
import { OPEN_FIELD, PLACES_CHANGED } from './sign-in-document/sign-form.js';

const SHARPEST = 2;
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

interface Thumbnail {
  link: HTMLAnchorElement;
  paper: HTMLElement;
  /** The note next to its number. */
  told: HTMLElement;
}

export function offerThumbnails(viewer: HTMLElement, { pages, sections }: Reader): void {
  const rail = viewer.querySelector<HTMLElement>('[data-thumbnails]');
  if (rail) new Thumbnails(viewer, rail, sections).draw(pages);
}

class Thumbnails {
  private readonly thumbnails: Thumbnail[];
  private readonly sheet: HTMLDialogElement;

  constructor(
    private readonly viewer: HTMLElement,
    private readonly rail: HTMLElement,
    private readonly sections: readonly HTMLElement[],
  ) {
    this.thumbnails = sections.map(toThumbnail);
    rail.append(...this.thumbnails.map(({ link }) => link));
    this.sheet = viewer.querySelector<HTMLDialogElement>('[data-thumbnails-sheet]')!;
    this.listen();
    this.moveTo(0);
    this.markOpen();
  }

  /** Starts once the document's first page is drawn, so as not to delay it. */
  draw(pages: PdfPages): void {
    const start = () => drawWhileSeen(pages, this.thumbnails);
    if (this.viewer.querySelector('.document-page canvas')) start();
    else this.viewer.addEventListener(DRAWN, start, { capture: true, once: true });
  }

  private listen(): void {
    const { viewer, rail, sheet } = this;
    viewer.addEventListener(PAGE_SHOWN, (event) => this.moveTo((event as CustomEvent<number>).detail));
    viewer.addEventListener(PLACES_CHANGED, () => this.markOpen());
    rail.addEventListener('keydown', (event) => this.step(event));
    rail.addEventListener('click', (event) => this.choose(event));
    const opener = viewer.querySelector<HTMLButtonElement>('[data-thumbnails-open]')!;
    opener.disabled = false;
    opener.addEventListener('click', () => this.open());
    sheet.querySelector('[data-thumbnails-close]')!.addEventListener('click', () => sheet.close());
    const home = rail.parentElement!;
    sheet.addEventListener('close', () => home.append(rail));
  }

  private open(): void {
    this.sheet.prepend(this.rail);
    this.sheet.showModal();
    this.rail.querySelector<HTMLElement>('[aria-current]')?.focus();
  }

  /** Goes to the page without adding a history entry, so "back" leaves the document. */
  private choose(event: Event): void {
    const link = (event.target as Element).closest('a');
    if (!link) return;
    event.preventDefault();
    this.sheet.close();
    location.replace(link.hash);
  }

  /** Moves by arrow keys: five hundred tab stops would make everything after them hard to reach. */
  private step(event: KeyboardEvent): void {
    const at = this.thumbnails.findIndex(({ link }) => link === document.activeElement);
    const last = this.thumbnails.length - 1;
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? last : at + (STEPS[event.key] ?? NaN);
    const next = this.thumbnails[to];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.link.focus();
  }

  /** Marks the current page, and keeps it visible. */
  private moveTo(index: number): void {
    const { rail } = this;
    this.thumbnails.forEach(({ link }, each) => {
      link.tabIndex = each === index ? 0 : -1;
      if (each === index) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    });
    const { offsetTop, offsetHeight } = this.thumbnails[index]!.link;
    const isAbove = offsetTop < rail.scrollTop;
    const isBelow = offsetTop + offsetHeight > rail.scrollTop + rail.clientHeight;
    if (isAbove || isBelow) rail.scrollTop = offsetTop - (rail.clientHeight - offsetHeight) / 2;
  }

  private markOpen(): void {
    this.sections.forEach((section, index) => {
      const isOpen = section.hasAttribute(OPEN_FIELD);
      const { link, told } = this.thumbnails[index]!;
      link.classList.toggle('open', isOpen);
      told.textContent = isOpen ? `: ${this.rail.dataset.openFields}` : '';
    });
  }
}

function toThumbnail(section: HTMLElement): Thumbnail {
  const heading = section.querySelector('h2')!;
  const link = Object.assign(document.createElement('a'), { className: 'thumbnail', href: `#${heading.id}` });
  const paper = Object.assign(document.createElement('span'), { className: 'thumbnail-paper' });
  const number = Object.assign(document.createElement('span'), { textContent: section.dataset.page });
  number.setAttribute('aria-hidden', 'true');
  const words = Object.assign(document.createElement('span'), { className: 'unseen' });
  const told = document.createElement('span');
  words.append(heading.textContent, told);
  // The shape set by the server, so nothing moves when it is drawn.
  paper.style.aspectRatio = section.querySelector<HTMLElement>('.document-page')!.style.aspectRatio;
  link.append(paper, number, words);
  return { link, paper, told };
}

/** One after another, each in idle time. Pages out of sight are emptied again. */
function drawWhileSeen(pages: PdfPages, thumbnails: readonly Thumbnail[]): void {
  const seen = new Set<Element>();
  let last = Promise.resolve();
  const draw = async (paper: HTMLElement, number: number) => {
    await idle();
    if (!seen.has(paper) || paper.childElementCount > 0) return;
    const page = await pages.getPage(number);
    const scale = paper.clientWidth / page.getViewport({ scale: 1 }).width;
    const canvas = await drawCanvas(page, scale, Math.min(devicePixelRatio || 1, SHARPEST));
    if (seen.has(paper)) paper.replaceChildren(canvas);
    page.cleanup();
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const number = thumbnails.findIndex(({ paper }) => paper === target) + 1;
      if (isIntersecting) {
        seen.add(target);
        // A failed picture leaves white paper: the page itself shows the error.
        last = last.then(() => draw(target as HTMLElement, number)).catch(() => undefined);
      } else {
        seen.delete(target);
        target.replaceChildren();
      }
    }
  });
  for (const { paper } of thumbnails) observer.observe(paper);
}
