/** The rows of the signers' form (views/dashboard/prepare-signer.hbs): their numbers follow their order. */

const NUMBERED = ['id', 'name', 'for', 'value', 'aria-describedby', 'formaction'];
/** The parts of a row that carry its number at their end: `email-3`, `email-3-error`. */
const NUMBER = /\b(email|person|action|language|order|former|told|separate|odd)-\d+/g;

export class Rows {
  private readonly blank: HTMLElement;

  constructor(
    private readonly root: HTMLElement,
    private readonly texts: DOMStringMap,
  ) {
    this.blank = this.all[0]!.cloneNode(true) as HTMLElement;
    empty(this.blank);
  }

  get all(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>('[data-signer]')];
  }

  of(target: EventTarget | null): HTMLElement | null {
    return target instanceof Element ? target.closest<HTMLElement>('[data-signer]') : null;
  }

  numberOf(row: HTMLElement): number {
    return this.all.indexOf(row) + 1;
  }

  add(): HTMLElement {
    const row = this.blank.cloneNode(true) as HTMLElement;
    this.root.append(row);
    this.renumber();
    return row;
  }

  /** The last row stays, without its entries. */
  remove(row: HTMLElement): HTMLElement {
    const { all } = this;
    const next = all[all.indexOf(row) + 1] ?? all[all.indexOf(row) - 1] ?? this.add();
    row.remove();
    this.renumber();
    return next;
  }

  /** @param index - from 0, among the others; false if it is there already or there is no such place */
  moveTo(row: HTMLElement, index: number): boolean {
    const { all } = this;
    const others = all.filter((each) => each !== row);
    if (index < 0 || index > others.length || all.indexOf(row) === index) return false;
    const before = others[index];
    if (before) this.root.insertBefore(row, before);
    else this.root.append(row);
    this.renumber();
    return true;
  }

  private renumber(): void {
    const { all } = this;
    this.root.dataset.count = String(all.length);
    all.forEach((row, index) => {
      for (const part of row.querySelectorAll('*'))
        for (const name of NUMBERED) {
          const value = part.getAttribute(name);
          if (value && (name !== 'value' || part instanceof HTMLButtonElement))
            part.setAttribute(name, name === 'value' ? String(index) : value.replace(NUMBER, `$1-${index}`));
        }
      const fill = (text: string) => (this.texts[text] ?? '').replace('{number}', String(index + 1));
      row.querySelector('[data-signer-title]')!.textContent = fill('signer');
      for (const button of row.querySelectorAll<HTMLButtonElement>('[data-signer-act]')) {
        const act = button.dataset.signerAct!;
        if (act !== 'mend') button.setAttribute('aria-label', fill(act));
        if (act === 'up') button.disabled = index === 0;
        if (act === 'down') button.disabled = index === all.length - 1;
      }
    });
  }
}

/** An input of a row, such as `email`. */
export const inputOf = (row: HTMLElement, name: string) =>
  row.querySelector<HTMLInputElement>(`[name^="${name}-"]`)!;

function empty(row: HTMLElement): void {
  for (const input of row.querySelectorAll('input')) {
    input.removeAttribute('value');
    input.value = '';
  }
  inputOf(row, 'order').value = '1';
  for (const select of row.querySelectorAll('select')) select.selectedIndex = 0;
  for (const error of row.querySelectorAll('.error')) error.remove();
  for (const wrong of row.querySelectorAll('.wrong')) wrong.classList.remove('wrong');
  for (const named of row.querySelectorAll('[aria-invalid]')) named.removeAttribute('aria-invalid');
  row.querySelector<HTMLElement>('[data-signer-odd]')!.hidden = true;
}
