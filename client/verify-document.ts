import { localFormat } from './local-times.js';

/** Calculates a file's fingerprint in the browser and asks whether the service sealed that file. Does not send the file. */

interface Answer {
  sealed: boolean;
  organization: string | null;
  sealedAt: string | null;
  signers: number | null;
}

type Tone = 'good' | 'warn' | '';

const form = document.querySelector<HTMLFormElement>('form[data-check]');
if (form) enhance(form);

function enhance(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type=file]')!;
  const area = form.querySelector<HTMLElement>('[data-check-area]')!;
  const check = () => {
    const file = input.files?.[0];
    if (file) void checkFile(form, file);
  };
  input.addEventListener('change', check);
  // The control covers the whole area and receives dropped files itself.
  for (const name of ['dragenter', 'dragleave', 'drop'])
    area.addEventListener(name, () => area.classList.toggle('over', name === 'dragenter'));
  // Chosen before this script loaded, or restored by the browser after a reload.
  check();
}

/** If another file is chosen in the meantime, the result for the first one is dropped. */
async function checkFile(form: HTMLFormElement, file: File): Promise<void> {
  const turn = String(Number(form.dataset.turn ?? 0) + 1);
  form.dataset.turn = turn;
  const isCurrent = () => form.dataset.turn === turn;
  form.querySelector('[data-check-name]')!.textContent = file.name;
  const button = form.querySelector<HTMLButtonElement>('.actions .button')!;
  button.disabled = file.size > Number(form.dataset.maxBytes);
  if (button.disabled) return showNotice(form, 'warn', text(form, 'tooLarge'));
  // Only available in secure contexts: HTTPS and localhost.
  if (!('subtle' in crypto)) return showNotice(form, '', text(form, 'insecure'));
  try {
    const hash = await fingerprint(file, (share) => isCurrent() && showProgress(form, share));
    if (!isCurrent()) return;
    showNotice(form, '', text(form, 'asking'), hash);
    const answer = await requestAnswer(hash);
    if (isCurrent()) showAnswer(form, answer, hash);
  } catch {
    if (isCurrent()) showNotice(form, 'warn', text(form, 'failed'));
  }
}

/** SHA-256 in lowercase hex. Progress is that of reading the file, which takes most of the time. */
async function fingerprint(file: File, progress: (share: number) => void): Promise<string> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  let read = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, read);
    read += part.value.length;
    progress(read / file.size);
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function requestAnswer(sha256: string): Promise<Answer> {
  const answer = await fetch('/verify-document/hash', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sha256 }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as Answer;
}

function showAnswer(
  form: HTMLFormElement,
  { sealed, organization, sealedAt, signers }: Answer,
  hash: string,
): void {
  if (!sealed) return showNotice(form, '', text(form, 'unknown'), hash);
  const known = text(form, 'known')
    .replace('{organization}', () => organization ?? '')
    .replace('{when}', () => localFormat().format(new Date(sealedAt ?? '')));
  showNotice(form, 'good', `${known} ${signersText(form, signers ?? 0)}`, hash);
}

/** The text in the plural form for the number, in the page's language. */
function signersText(form: HTMLFormElement, count: number): string {
  const forms = JSON.parse(text(form, 'signers')) as Record<string, string>;
  const category = new Intl.PluralRules(document.documentElement.lang).select(count);
  return (forms[category] ?? forms.other ?? '').replace('{count}', String(count));
}

function showNotice(form: HTMLFormElement, tone: Tone, words: string, hash?: string): void {
  const template = form.querySelector<HTMLTemplateElement>('[data-check-answer]')!;
  const notice = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  if (tone) notice.classList.add(tone);
  notice.querySelector('[data-check-words]')!.textContent = words;
  const shown = notice.querySelector('[data-check-hash]')!;
  if (hash) shown.append(hash);
  else shown.remove();
  statusOf(form).replaceChildren(notice);
}

function showProgress(form: HTMLFormElement, share: number): void {
  const status = statusOf(form);
  let bar = status.querySelector<HTMLElement>('.meter > span');
  if (!bar) {
    const words = document.createElement('p');
    words.textContent = text(form, 'fingerprint');
    const meter = document.createElement('div');
    meter.className = 'meter';
    meter.setAttribute('aria-hidden', 'true');
    bar = document.createElement('span');
    meter.append(bar);
    status.replaceChildren(words, meter);
  }
  bar.style.transform = `scaleX(${share})`;
}

const statusOf = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-check-status]')!;

function text(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLElement>('[data-check-texts]')!.dataset[name] ?? '';
}
