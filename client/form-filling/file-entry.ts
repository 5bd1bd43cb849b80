/** A field into which files are given (views/signing/form-files.hbs): each is sent as soon as it is chosen. */
import { type FileField, type FormValue } from '../../src/forms/form-definition.js';
import { fileControl } from '../../src/signing/domain/form-entries.js';
import { smallerPicture } from '../smaller-picture.js';

/** How the page's form is sent with a file. */
export interface Sending {
  address: string;
  /** What was entered, which is saved with the file. */
  entries: () => FormData;
  /** Whether this browser has the secret by which files are its own. */
  known: () => Promise<boolean>;
  /** After the files of a field have changed, or one was refused. */
  changed: () => void;
  /** Says how far a file is; empty once it has arrived. */
  told: (text: string) => void;
}

/** One after the other, however many fields there are: each answer has the files of all that came before. */
let queue: Promise<void> = Promise.resolve();

export class FileEntry {
  /** What the field holds. */
  value: FormValue | null;
  /** Why the last file was refused; empty if it was not. */
  refusal = '';

  constructor(
    private readonly block: HTMLElement,
    private readonly field: FileField,
    private readonly sending: Sending,
  ) {
    this.value = this.read(block);
    this.input.addEventListener('change', () => this.choose());
    block.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('[data-remove-file]') : null;
      if (!(button instanceof HTMLButtonElement)) return;
      event.preventDefault();
      this.inTurn(() => this.post({ remove: button.value }, this.said.removed!));
    });
  }

  /** The picture that is drawn in the document, if there is one. */
  get picture(): HTMLImageElement | null {
    return this.block.querySelector('img[data-picture-of]');
  }

  private choose(): void {
    const files = [...(this.input.files ?? [])];
    // What is sent here is not sent again with the entries.
    this.input.value = '';
    for (const file of files)
      this.inTurn(async () => {
        // A smaller picture is a JPEG, which knows no transparency.
        const isKept = this.field.kind === 'attachment' || file.type === 'image/png';
        const sent = isKept ? file : await smallerPicture(file);
        await this.post({ [fileControl(this.field.key)]: sent }, this.said.given!);
      });
  }

  private inTurn(work: () => Promise<void>): void {
    queue = queue.then(work);
  }

  private async post(fields: Record<string, string | File>, done: string): Promise<void> {
    const { address, entries, known, changed } = this.sending;
    if (address === '') return;
    if (!(await known())) return this.tell(this.said.lost!);
    const body = entries();
    body.set('files', 'yes');
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const hadFocus = this.block.contains(document.activeElement);
    const answer = await this.send(address, body);
    const page = answer && new DOMParser().parseFromString(answer.responseText, 'text/html');
    const fresh = page?.querySelector<HTMLElement>(`[data-entry="${this.field.key}"]`);
    // The document can no longer be filled in; the other page explains why.
    if (answer && answer.responseURL !== new URL(address, location.href).href)
      return location.assign(answer.responseURL);
    if (!fresh) this.tell(this.said.lost!);
    else {
      this.refusal = fresh.querySelector('[data-entry-wrong]')?.textContent.trim() ?? '';
      this.tell(this.refusal === '' ? done : '');
      this.renew(fresh, hadFocus);
    }
    changed();
  }

  private renew(fresh: HTMLElement, hadFocus: boolean): void {
    this.value = this.read(fresh);
    for (const part of ['[data-given-files]', '[data-files-choice]'] as const) {
      const [present, other] = [this.block, fresh].map((block) => block.querySelector<HTMLElement>(part)!);
      if (part === '[data-files-choice]') present!.hidden = other!.hidden;
      else present!.replaceChildren(...document.adoptNode(other!).children);
    }
    if (!hadFocus || this.block.contains(document.activeElement)) return;
    const target = this.input.closest('[hidden]')
      ? this.block.querySelector<HTMLElement>('[data-remove-file]')
      : this.input;
    target?.focus();
  }

  /** Null if there was no answer. */
  private send(address: string, body: FormData): Promise<XMLHttpRequest | null> {
    const request = new XMLHttpRequest();
    const { sending, checking } = this.said;
    request.upload.onprogress = ({ loaded, total }) => {
      const percent = total > 0 ? Math.round((100 * loaded) / total) : 0;
      // A screen reader would otherwise be told every step.
      if (percent % 10 === 0) this.tellProgress(sending!.replace('{percent}', String(percent)));
    };
    request.upload.onload = () => this.tellProgress(checking!);
    this.block.setAttribute('aria-busy', 'true');
    return new Promise<XMLHttpRequest | null>((resolve) => {
      request.onload = () => resolve(request);
      request.onerror = request.ontimeout = () => resolve(null);
      request.open('POST', address);
      request.setRequestHeader('accept', 'text/html');
      request.send(body);
    }).finally(() => {
      this.block.removeAttribute('aria-busy');
      this.sending.told('');
    });
  }

  private tellProgress(text: string): void {
    this.tell(text);
    this.sending.told(text);
  }

  private tell(text: string): void {
    const status = this.block.querySelector('[data-files-status]')!;
    if (status.textContent !== text) status.textContent = text;
  }

  private read(block: HTMLElement): FormValue | null {
    return JSON.parse(block.dataset.files!) as FormValue | null;
  }

  private get said(): DOMStringMap {
    return this.block.querySelector<HTMLElement>('[data-files-status]')!.dataset;
  }

  private get input(): HTMLInputElement {
    return this.block.querySelector<HTMLInputElement>('input[type=file]')!;
  }
}
