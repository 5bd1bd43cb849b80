/** Keys of all pages of the dashboard: `g` and a letter go to a page, and `?` lists them (views/layouts/dashboard.hbs). */
import { areKeysOn, isTaken, offerKeys } from './single-keys.js';

/** The letters of the areas, by their addresses. */
const LETTERS: Readonly<Record<string, string>> = {
  '/dashboard': 'o',
  '/dashboard/signatures': 's',
  '/dashboard/templates': 'm',
  '/dashboard/verifications': 'v',
  '/dashboard/reviews': 'r',
  '/dashboard/deliveries': 'd',
  '/dashboard/endpoint': 'e',
  '/dashboard/api-key': 'k',
  '/dashboard/sign-on': 'i',
  '/dashboard/people': 'p',
  '/dashboard/settings': 't',
  '/dashboard/activity': 'a',
};
/** How long `g` waits for its letter. */
const PATIENCE_MS = 1_500;

export function followKeys(): void {
  const list = document.querySelector<HTMLDialogElement>('[data-page-keys]');
  if (!list) return;
  const links = new Map<string, HTMLAnchorElement>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav.tabs a')) {
    const letter = LETTERS[link.pathname];
    if (letter !== undefined) links.set(letter, link);
  }
  fill(list, links);
  offerKeys(list.querySelector('[data-keys-on]')!);
  document.querySelector('[data-page-keys-open]')?.addEventListener('click', () => list.showModal());
  let isGoing = false;
  let timer: number | undefined;
  // Before the keys of a page, which must not take the letter after `g`.
  const press = (event: KeyboardEvent) => {
    if (!areKeysOn() || isTaken(event) || document.querySelector('dialog[open]')) return;
    const { key } = event;
    const link = isGoing ? links.get(key) : undefined;
    const wasGoing = isGoing;
    clearTimeout(timer);
    isGoing = !wasGoing && key === 'g';
    if (isGoing) timer = window.setTimeout(() => (isGoing = false), PATIENCE_MS);
    // A page with keys of its own has a list of its own.
    const isHelp = !wasGoing && key === '?' && !document.querySelector('[data-keys]');
    if (isHelp) list.showModal();
    link?.click();
    if (!isGoing && !wasGoing && !isHelp) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('keydown', press, { capture: true });
}

/** Adds the areas that are open to the reader, and leaves out the search where there is none. */
function fill(list: HTMLDialogElement, links: ReadonlyMap<string, HTMLAnchorElement>): void {
  const pairs = list.querySelector('dl')!;
  if (!document.querySelector('#q')) pairs.querySelector('[data-search-key]')?.remove();
  for (const [letter, { textContent }] of links) {
    const pair = document.createElement('div');
    const keys = document.createElement('dt');
    keys.append(...['g', letter].flatMap((key) => [kbd(key), ' ']));
    pair.append(keys, Object.assign(document.createElement('dd'), { textContent }));
    pairs.append(pair);
  }
}

const kbd = (key: string) => Object.assign(document.createElement('kbd'), { textContent: key });
