import { smallerPicture } from './smaller-picture.js';

/** Uploads a picture of a signature as soon as it is chosen, and shows the cleaned result. */
export function sendPictures(root: HTMLElement): void {
  root.addEventListener('change', (event) => {
    const input = event.target as HTMLInputElement;
    const [file] = input.type === 'file' ? (input.files ?? []) : [];
    if (file) void send(root, file);
  });
}

const fieldOf = (root: ParentNode) => root.querySelector<HTMLElement>('[data-way-field="uploaded"]')!;

async function send(root: HTMLElement, file: File): Promise<void> {
  const status = fieldOf(root).querySelector<HTMLElement>('[data-picture-status]')!;
  status.textContent = status.dataset.working!;
  try {
    const body = new FormData();
    body.set('picture', await smallerPicture(file));
    const { picture: address, pictureFrom: from } = root.closest('form')!.dataset;
    if (!address) throw new Error('This is a preview');
    if (from) body.set('from', from);
    const answer = await fetch(address, { method: 'POST', body, headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector<HTMLElement>('[data-way-field="uploaded"]');
    // The response is another page if the request has ended in the meantime.
    if (!fresh) return location.assign(answer.url);
    fieldOf(root).replaceWith(document.adoptNode(fresh));
    fresh.querySelector<HTMLElement>('input')!.focus();
  } catch {
    status.textContent = status.dataset.lost!;
  }
}
