import { firstError } from './first-error.js';
import { smallerPicture } from './smaller-picture.js';

/** Sends a form with a file and shows the progress. If the connection is lost, one click sends it again. */

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload]')) enhance(form);

function enhance(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  const status = form.querySelector<HTMLElement>('[data-upload-status]');
  if (!input || !status) return;
  input.addEventListener('change', () => showChosen(form, input, status));
  // Chosen before this script loaded, or restored by the browser after a reload.
  if (input.files?.length) showChosen(form, input, status);
  dropOnto(form, input);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.dataset.sending === undefined) void send(form, status);
  });
}

function showChosen(form: HTMLFormElement, input: HTMLInputElement, status: HTMLElement): void {
  const file = input.files?.[0];
  form.classList.toggle('has-photo', file !== undefined);
  const preview = form.querySelector<HTMLImageElement>('[data-upload-preview]');
  const icon = form.querySelector<HTMLElement>('[data-upload-icon]');
  const name = form.querySelector<HTMLElement>('[data-upload-name]');
  if (file) status.textContent = (status.dataset.chosen ?? '').replace('{name}', () => file.name);
  if (!file || !preview || !name) return;
  URL.revokeObjectURL(preview.src);
  preview.src = URL.createObjectURL(file);
  preview.onload = () => {
    preview.hidden = false;
    if (icon) icon.hidden = true;
    // Keeps it from being half covered by the buttons at the foot of the screen.
    preview.scrollIntoView({ block: 'nearest' });
  };
  preview.onerror = () => {
    preview.hidden = true;
    if (icon) icon.hidden = false;
  };
}

function dropOnto(form: HTMLFormElement, input: HTMLInputElement): void {
  const area = form.querySelector<HTMLElement>('[data-upload-area]');
  const mark = (over: boolean) => area?.classList.toggle('over', over);
  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    mark(true);
  });
  form.addEventListener('dragleave', () => mark(false));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    mark(false);
    if (!event.dataTransfer?.files.length) return;
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event('change'));
  });
}

/** Scales large photos down first: twelve megapixels are no easier to read than four. */
async function send(form: HTMLFormElement, status: HTMLElement): Promise<void> {
  const request = new XMLHttpRequest();
  const button = form.querySelector<HTMLButtonElement>('.actions .button, button[type=submit]');
  const settle = () => {
    delete form.dataset.sending;
    button?.classList.remove('busy');
  };
  form.dataset.sending = '';
  button?.classList.add('busy');
  const meter = showMeter(status);
  request.upload.onprogress = ({ loaded, total }) => meter(total > 0 ? loaded / total : 0);
  request.upload.onload = () => (status.textContent = status.dataset.sent ?? '');
  request.onload = () => {
    settle();
    follow(form, request);
  };
  request.onerror = request.ontimeout = () => {
    settle();
    status.textContent = status.dataset.lost ?? '';
    if (button && status.dataset.again) button.textContent = status.dataset.again;
  };
  request.open('POST', form.action);
  request.setRequestHeader('accept', 'text/html');
  request.send(await smallerForm(form));
}

/** The form, with its picture scaled down unless it is to be sent `whole`, like a document. */
async function smallerForm(form: HTMLFormElement): Promise<FormData> {
  const fields = new FormData(form);
  const file = form.dataset.upload === 'whole' ? null : fields.get('file');
  if (file instanceof File) fields.set('file', await smallerPicture(file));
  return fields;
}

function showMeter(status: HTMLElement): (share: number) => void {
  const text = document.createElement('p');
  const meter = document.createElement('div');
  const bar = document.createElement('span');
  meter.className = 'meter';
  meter.setAttribute('aria-hidden', 'true');
  meter.append(bar);
  status.replaceChildren(text, meter);
  return (share) => {
    const percent = Math.round(share * 100);
    bar.style.transform = `scaleX(${share})`;
    if (percent % 10 === 0)
      text.textContent = (status.dataset.sending ?? '').replace('{percent}', String(percent));
  };
}

/** Follows the redirect. A response at the form's own address is this page with errors, and replaces its content. */
function follow(form: HTMLFormElement, request: XMLHttpRequest): void {
  if (request.responseURL !== form.action) return location.assign(request.responseURL);
  const answer = new DOMParser().parseFromString(request.responseText, 'text/html');
  const content = answer.querySelector('main');
  const present = document.querySelector('main');
  if (!content || !present) return location.reload();
  present.replaceWith(document.adoptNode(content));
  document.title = answer.title;
  document.dispatchEvent(new Event('content-replaced'));
  for (const fresh of content.querySelectorAll<HTMLFormElement>('form[data-upload]')) enhance(fresh);
  (firstError(content) ?? content).focus();
}
