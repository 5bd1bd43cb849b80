/** Enlarges the pages of a document in steps or by pinching, and counts them. */

/** In screen widths. */
const ZOOMS = [1, 1.5, 2, 3];
/** After the last movement of the fingers. */
const PINCH_ENDS_MS = 250;

/** The event that notifies the viewer of the page in the middle of the screen, by index. */
export const PAGE_SHOWN = 'page-shown';

/** How far the whole page is zoomed by pinching. */
export const pinchScale = (): number => Math.max(1, visualViewport?.scale ?? 1);

/** @param redraw redraws nearby pages at the new resolution */
export function offerZoom(viewer: HTMLElement, redraw: () => void): void {
  const buttons = [...viewer.querySelectorAll<HTMLButtonElement>('[data-document-zoom]')];
  const scale = viewer.querySelector<HTMLElement>('[data-document-scale]')!;
  const pages = viewer.querySelector<HTMLElement>('[data-document-pages]')!;
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' });
  let chosen = 0;
  const show = () => {
    scale.textContent = percent.format(ZOOMS[chosen]!);
    for (const button of buttons)
      button.disabled = ZOOMS[chosen + Number(button.dataset.documentZoom)] === undefined;
  };
  for (const button of buttons)
    button.addEventListener('click', () => {
      chosen += Number(button.dataset.documentZoom);
      keepingMiddle(pages, () => (pages.style.width = `${100 * ZOOMS[chosen]!}%`));
      show();
      redraw();
    });
  show();
  redrawAfterPinch(redraw);
}

/** Resizes the pages, keeping the middle of the screen in place. */
function keepingMiddle(pages: HTMLElement, change: () => void): void {
  const scroller = pages.parentElement!;
  const middle = innerHeight / 2;
  const before = pages.getBoundingClientRect();
  const down = (middle - before.top) / before.height;
  const across = (scroller.scrollLeft + scroller.clientWidth / 2) / before.width;
  change();
  const after = pages.getBoundingClientRect();
  scrollBy(0, after.top + down * after.height - middle);
  scroller.scrollLeft = across * after.width - scroller.clientWidth / 2;
}

function redrawAfterPinch(redraw: () => void): void {
  let drawnAt = pinchScale();
  let pause: ReturnType<typeof setTimeout>;
  visualViewport?.addEventListener('resize', () => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      if (Math.abs(pinchScale() / drawnAt - 1) < 0.1) return;
      drawnAt = pinchScale();
      redraw();
    }, PINCH_ENDS_MS);
  });
}

/** Shows the number of the page in the middle of the screen, as its heading has it. */
export function countPages(viewer: HTMLElement, sheets: HTMLElement[], sections: HTMLElement[]): void {
  const count = viewer.querySelector<HTMLElement>('[data-document-count]')!;
  const observer = new IntersectionObserver(
    (entries) => {
      const middle = entries.find(({ isIntersecting }) => isIntersecting)?.target as HTMLElement | undefined;
      if (!middle) return;
      const index = sheets.indexOf(middle);
      count.textContent = sections[index]!.querySelector('h2')!.textContent;
      viewer.dispatchEvent(new CustomEvent(PAGE_SHOWN, { detail: index }));
    },
    { rootMargin: '-50% 0px -50% 0px' },
  );
  for (const sheet of sheets) observer.observe(sheet);
}
