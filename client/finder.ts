/**
 * Shows what a list's filters find as they are changed, and keeps them in the address. The form and what was found
 * are taken over from the page at that address, which browsers without scripts get with a button.
 */
import { morph } from './morph.js';
import { areKeysOn, isTaken } from './single-keys.js';

/** A pause in typing. */
const PAUSE_MS = 250;
const REGIONS = ['finder', 'found'];

/** @param prepare - applies scripts to a region before it is shown */
export function followFinder(prepare: (region: Element) => void): void {
  const form = document.querySelector<HTMLFormElement>('form[data-finder]');
  if (!form) return;
  const finder = new Finder(prepare);
  let timer: number | undefined;
  const submit = (pauseMs: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void finder.show(addressOf(form), 'replace'), pauseMs);
  };
  form.addEventListener('input', () => submit(PAUSE_MS));
  form.addEventListener('change', () => submit(0));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit(0);
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-find]');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    clearTimeout(timer);
    void finder.show(link.href, 'push');
  });
  addEventListener('popstate', () => location.reload());
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && areKeysOn() && !isTaken(event)) focusSearch(event);
  });
}

class Finder {
  private running: AbortController | undefined;

  constructor(private readonly prepare: (region: Element) => void) {}

  /** The newest address wins. */
  async show(address: string, how: 'push' | 'replace'): Promise<void> {
    this.running?.abort();
    // Leaving a field that was already searched for changes nothing.
    if (how === 'replace' && new URL(address, location.href).href === location.href) return;
    const { signal } = (this.running = new AbortController());
    const answer = await fetch(address, { headers: { accept: 'text/html' }, signal }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (signal.aborted) return;
    const page = new DOMParser().parseFromString(text ?? '', 'text/html');
    const found = REGIONS.map((id) => page.getElementById(id));
    // Signed out, too many requests or no connection: the browser says what it is.
    if (!answer || answer.redirected || found.includes(null)) return location.assign(address);
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', address);
    REGIONS.forEach((id, index) => {
      this.prepare(found[index]!);
      morph(document.getElementById(id)!, found[index]!);
    });
  }
}

/** The list's address with the fields in use. */
function addressOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '');
  const query = new URLSearchParams(fields as [string, string][]).toString();
  return form.getAttribute('action')! + (query && `?${query}`);
}

function focusSearch(event: KeyboardEvent): void {
  event.preventDefault();
  document.querySelector<HTMLInputElement>('#q')?.select();
}
