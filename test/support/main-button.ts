import { type Page } from 'playwright-core';

/**
 * Width and height in pixels: small phones, a usual one with and without the browser's bars, and two in landscape.
 */
export const PHONE_SIZES = [
  [320, 568],
  [360, 620],
  [360, 780],
  [667, 375],
  [780, 360],
] as const;

/**
 * Runs in the browser. The faults of the page's main button at its present size: not fully on the screen at the
 * beginning or end of the page; covering a pad when the page opens (unless errors stand above it), the focused
 * control, or a line or pad that cannot be scrolled into view. The page may open scrolled.
 */
const FAULTS = `(() => {
  const BARS = '.actions, .mark-sheet-actions';
  const sheet = document.querySelector('dialog[open]');
  const root = sheet ?? document.querySelector('main');
  const scroller = sheet ?? document.scrollingElement;
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const all = (selector) => [...root.querySelectorAll(selector)].filter(isShown);
  const button = all(sheet ? '.mark-sheet-actions .button' : '.actions .button')[0];
  const asks = all('form').some((form) => !form.matches('.quiet-form')) || all('[data-selfie]').length > 0;
  if (!button) return asks || sheet ? ['There is no main button'] : [];

  const faults = [];
  const bar = button.closest(BARS);
  const top = () => (sheet ? 0 : document.querySelector('.masthead').getBoundingClientRect().bottom);
  const isFree = (from, to) => {
    const over = bar.getBoundingClientRect();
    return from >= top() - 1 && to <= innerHeight + 1 && (to <= over.top + 1 || from >= over.bottom - 1);
  };
  const covered = (element) => {
    const [box, over] = [element.getBoundingClientRect(), bar.getBoundingClientRect()];
    return element.closest(BARS) ? 0 : Math.round(Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top));
  };

  const beginning = scroller.scrollTop;
  if (!root.querySelector('[data-errors]'))
    for (const pad of all('.pad')) if (covered(pad) > 0) faults.push('It covers ' + covered(pad) + ' pixels of a pad');
  for (const [place, position] of [['beginning', beginning], ['end', scroller.scrollHeight]]) {
    scroller.scrollTop = position;
    const { top, bottom } = button.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight + 1) faults.push('It is off the screen at the ' + place);
  }

  const focused = document.activeElement;
  for (const control of all('input, select, textarea, a[href], button, summary')) {
    // Focusing what has the focus already scrolls nothing.
    control.blur();
    scroller.scrollTop = 0;
    control.focus();
    const room = bar.getBoundingClientRect().top - top();
    if (document.activeElement === control && control.getBoundingClientRect().height <= room && covered(control) > 0)
      faults.push('It covers the focused ' + (control.id || control.textContent || control.name));
  }
  focused?.focus({ preventScroll: true });

  scroller.scrollTop = 0;
  const below = ({ top, bottom }, what) => ({ what, top, bottom });
  const lines = all('.pad').map((pad) => below(pad.getBoundingClientRect(), 'a pad'));
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const isElsewhere = parentElement.closest('.unseen, .languages, option, template, .document-page, ' + BARS);
    if (data.trim() === '' || isElsewhere || !isShown(parentElement)) continue;
    const range = document.createRange();
    range.selectNode(texts.currentNode);
    for (const line of range.getClientRects()) lines.push(below(line, data.trim().slice(0, 40)));
  }
  const free = new Set();
  for (let last = -1; scroller.scrollTop !== last; ) {
    last = scroller.scrollTop;
    for (const line of lines) if (isFree(line.top - last, line.bottom - last)) free.add(line);
    scroller.scrollTop += innerHeight / 10;
  }
  for (const line of lines) if (!free.has(line)) faults.push('Nothing shows ' + line.what);
  scroller.scrollTop = beginning;
  return faults;
})()`;

/** Runs in the browser: resolves once the page has handled its new size. */
const AFTER_RESIZING = `new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told)))`;

/**
 * The faults in the place of the page's main button on small screens; empty if it is always visible and covers
 * nothing.
 */
export async function buttonFaults(
  page: Page,
  sizes: readonly (readonly [number, number])[] = PHONE_SIZES,
): Promise<string[]> {
  const before = page.viewportSize()!;
  const found: string[] = [];
  for (const [width, height] of sizes) {
    // A phone in landscape was turned.
    if (width > height) await page.setViewportSize({ width: height, height: width });
    await page.setViewportSize({ width, height });
    await page.evaluate(AFTER_RESIZING);
    const faults = await page.evaluate<string[]>(FAULTS);
    found.push(...faults.map((fault) => `${width} × ${height}: ${fault}`));
  }
  await page.setViewportSize(before);
  return found;
}
