/**
 * Sends requests filled in on the API reference from this page to this server. The key exists only in its field,
 * which is cleared when leaving the page. A key brought along from the dashboard is taken out of the storage at once.
 */
import { takeKey } from './brought-key.js';

const SMALL_SCREEN = '(max-width: 959px)';

const key = document.querySelector<HTMLInputElement>('[data-key]')!;
key.value = takeKey();
addEventListener('pagehide', () => (key.value = ''));

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-try]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(form);
  });

const contents = document.querySelector<HTMLDetailsElement>('[data-contents]')!;
if (matchMedia(SMALL_SCREEN).matches) contents.open = false;
contents.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('a') && matchMedia(SMALL_SCREEN).matches) contents.open = false;
});

/** Opens the operation that the address leads to. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', openTarget);
openTarget();

async function attempt(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!;
  button.disabled = true;
  const begun = performance.now();
  try {
    const answer = await fetch(addressOf(form), requestOf(form));
    await show(form, answer, performance.now() - begun);
  } catch {
    part(form, 'sending').textContent = 'No answer: is the server there?';
  } finally {
    button.disabled = false;
  }
}

const part = <Part extends HTMLElement>(form: HTMLFormElement, name: string) =>
  form.querySelector<Part>(`[data-${name}]`)!;

/** The filled-in values for one place: path, query or header. */
const filledIn = (form: HTMLFormElement, place: string): [string, string][] =>
  [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`[data-place=${place}]`)]
    .filter(({ value }) => value !== '')
    .map(({ dataset, value }) => [dataset.member!, value]);

function addressOf(form: HTMLFormElement): string {
  const inPath = new Map(filledIn(form, 'path'));
  const path = form.dataset.path!.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(inPath.get(name) ?? ''),
  );
  const query = new URLSearchParams(filledIn(form, 'query')).toString();
  return query === '' ? path : `${path}?${query}`;
}

function requestOf(form: HTMLFormElement): RequestInit {
  const headers = new Headers(filledIn(form, 'header'));
  if (key.value.trim() !== '') headers.set('authorization', `Bearer ${key.value.trim()}`);
  const json = form.querySelector<HTMLTextAreaElement>('[data-body]');
  const file = form.querySelector<HTMLInputElement>('[data-file]')?.files?.[0];
  if (json) headers.set('content-type', 'application/json');
  return {
    method: form.dataset.verb,
    headers,
    body: json?.value ?? file,
    // Sends no dashboard cookie, and stores nothing.
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  };
}

async function show(form: HTMLFormElement, answer: Response, took: number): Promise<void> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  const bytes = await answer.blob();
  part(form, 'answer').hidden = false;
  part(form, 'status').textContent = `${answer.status} ${answer.statusText}`;
  part(form, 'status').classList.toggle('bad', !answer.ok);
  part(form, 'took').textContent = `${Math.round(took)} ms · ${bytes.size} bytes`;
  part(form, 'headers').textContent = [...answer.headers]
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  part(form, 'shown').hidden = !isJson;
  if (isJson) part(form, 'content').textContent = JSON.stringify(JSON.parse(await bytes.text()), null, 2);
  offerFile(form, isJson || bytes.size === 0 ? null : bytes, answer);
  part(form, 'sending').textContent = `Answered: ${answer.status}`;
}

function offerFile(form: HTMLFormElement, file: Blob | null, { headers }: Response): void {
  const link = part<HTMLAnchorElement>(form, 'save');
  if (link.href !== '') URL.revokeObjectURL(link.href);
  part(form, 'saved').hidden = file === null;
  if (file === null) return;
  link.href = URL.createObjectURL(file);
  link.download = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'answer';
}
