/** Offers people of earlier requests under the input in which a name or an address is typed. A combobox as in ARIA 1.2. */
const PAUSE_MS = 150;
const LEAST_LETTERS = 2;

export interface Person {
  email: string;
  name: string | null;
}

interface Source {
  /** Where the beginning of a name or an address is posted. */
  address: string;
  formToken: string;
  /** Says how many people are offered. */
  announce: (count: number) => void;
  choose: (input: HTMLInputElement, person: Person) => void;
}

export class People {
  private readonly list = document.createElement('ul');
  private input: HTMLInputElement | null = null;
  private people: Person[] = [];
  private marked = -1;
  private timer: number | undefined;
  private running: AbortController | undefined;

  constructor(private readonly source: Source) {
    this.list.className = 'people-list';
    this.list.id = 'people';
    this.list.role = 'listbox';
    this.list.addEventListener('pointerdown', (event) => {
      // The input keeps the focus.
      event.preventDefault();
      const item = (event.target as Element).closest('li');
      if (item) this.choose([...this.list.children].indexOf(item));
    });
  }

  /** Makes an input a combobox. */
  offerAt(input: HTMLInputElement): void {
    input.role = 'combobox';
    input.ariaAutoComplete = 'list';
    input.ariaExpanded = 'false';
    input.removeAttribute('aria-activedescendant');
  }

  typed(input: HTMLInputElement): void {
    clearTimeout(this.timer);
    this.running?.abort();
    if (input.value.trim().length < LEAST_LETTERS) return this.close();
    this.timer = window.setTimeout(() => void this.find(input), PAUSE_MS);
  }

  /** @returns whether the key was for the list */
  pressed({ key }: KeyboardEvent): boolean {
    if (!this.input) return false;
    if (key === 'Escape') this.close();
    else if (key === 'ArrowDown') this.mark(this.marked + 1);
    else if (key === 'ArrowUp') this.mark(this.marked - 1);
    else if (key === 'Enter' && this.marked >= 0) this.choose(this.marked);
    else return false;
    return true;
  }

  close(): void {
    clearTimeout(this.timer);
    this.running?.abort();
    if (!this.input) return;
    this.input.ariaExpanded = 'false';
    this.input.removeAttribute('aria-controls');
    this.input.removeAttribute('aria-activedescendant');
    this.input = null;
    this.list.remove();
  }

  private async find(input: HTMLInputElement): Promise<void> {
    const { signal } = (this.running = new AbortController());
    const { address, formToken } = this.source;
    const body = new URLSearchParams({ formToken, q: input.value });
    const headers = { accept: 'application/json' };
    const answer = await fetch(address, { method: 'POST', body, headers, signal }).catch(() => null);
    const found = (await answer?.json().catch(() => null)) as { people?: Person[] } | null;
    if (signal.aborted || document.activeElement !== input) return;
    const people = found?.people ?? [];
    if (people.length > 0) this.open(input, people);
    else this.close();
  }

  private open(input: HTMLInputElement, people: Person[]): void {
    this.close();
    this.people = people;
    this.list.replaceChildren(...people.map(itemOf));
    input.parentElement!.append(this.list);
    input.setAttribute('aria-controls', this.list.id);
    input.ariaExpanded = 'true';
    this.input = input;
    this.mark(-1);
    this.source.announce(people.length);
  }

  /** Before the first and after the last one, nothing is marked. */
  private mark(index: number): void {
    const last = this.people.length - 1;
    this.marked = index < -1 ? last : index > last ? -1 : index;
    [...this.list.children].forEach((item, at) => (item.ariaSelected = String(at === this.marked)));
    const marked = this.list.children[this.marked];
    if (marked) this.input?.setAttribute('aria-activedescendant', marked.id);
    else this.input?.removeAttribute('aria-activedescendant');
  }

  private choose(index: number): void {
    const { input } = this;
    const person = this.people[index];
    this.close();
    if (input && person) this.source.choose(input, person);
  }
}

function itemOf({ email, name }: Person, index: number): HTMLElement {
  const item = document.createElement('li');
  item.role = 'option';
  item.id = `people-${index}`;
  const [first, second] = [document.createElement('bdi'), document.createElement('bdi')];
  first.textContent = name ?? email;
  second.textContent = name ? email : '';
  second.className = 'soft small';
  item.append(first, ' ', second);
  return item;
}
