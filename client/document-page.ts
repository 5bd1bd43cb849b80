/** Shows the document for reading and filling in, and reports when its end was shown. */
import { DRAWN } from './document-canvas.js';
import { openReader, type Reader } from './document-reader.js';
import { firstAct } from './first-act.js';
import { reportAct } from './report-act.js';
import { offerThumbnails } from './thumbnails.js';

/** @param sign makes the document's form, if it has one, usable */
export function openDocumentPage(sign: (form: HTMLFormElement) => void): void {
  const root = document.querySelector<HTMLElement>('[data-document]');
  const form = document.querySelector<HTMLFormElement>('[data-sign-form]');
  if (form) sign(form);
  if (root) void show(root);
}

async function show(viewer: HTMLElement): Promise<void> {
  const reader = await openReader(viewer);
  if (reader) offerThumbnails(viewer, reader);
  const address = viewer.dataset.documentRead;
  if (reader && address) reportEnds(reader, address);
}

/** Reports once of each document that the end of its last page was on screen, after a person's first act on the page. */
function reportEnds({ sections, sheets }: Reader, address: string): void {
  const numbers = new Set(sections.map(({ dataset }) => dataset.ofDocument!));
  for (const n of numbers) {
    const last = sections.filter(({ dataset }) => dataset.ofDocument === n).at(-1)!;
    reportEnd(last, sheets[sections.indexOf(last)]!, n === '1' ? address : `${address}?n=${n}`);
  }
}

function reportEnd(section: HTMLElement, last: HTMLElement, address: string): void {
  const end = document.createElement('div');
  end.setAttribute('aria-hidden', 'true');
  section.append(end);
  let isInSight = false;
  const reportIfSeen = () => {
    if (!isInSight || last.childElementCount === 0) return;
    observer.disconnect();
    last.removeEventListener(DRAWN, reportIfSeen);
    void firstAct.then((act) => reportAct(address, act));
  };
  const observer = new IntersectionObserver((entries) => {
    isInSight = entries.at(-1)!.isIntersecting;
    reportIfSeen();
  });
  observer.observe(end);
  last.addEventListener(DRAWN, reportIfSeen);
}
