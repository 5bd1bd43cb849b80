/** The form of the signers: adds, moves and removes rows in place, looks at addresses, and saves as one types. */
import { oddAddress } from '../../src/common/validation/odd-address.js';
import { Autosave } from '../autosave.js';
import { dragRows } from './drag-rows.js';
import { People, type Person } from './people.js';
import { inputOf, Rows } from './rows.js';

export function openSignersForm(form: HTMLFormElement): void {
  new SignersForm(form);
}

class SignersForm {
  private readonly texts: DOMStringMap;
  private readonly rows: Rows;
  private readonly people: People;
  private readonly autosave: Autosave;

  constructor(private readonly form: HTMLFormElement) {
    const root = form.querySelector<HTMLElement>('[data-signers]')!;
    this.texts = this.part('texts').dataset;
    this.rows = new Rows(root, this.texts);
    this.people = new People({
      address: form.dataset.people!,
      formToken: form.querySelector<HTMLInputElement>('[name=formToken]')!.value,
      announce: (count) => this.announce('found', count),
      choose: (input, person) => this.choose(input, person),
    });
    this.autosave = new Autosave(form, { saving: () => this.followFields() });
    this.rows.all.forEach((row) => this.prepare(row));
    this.listen();
    dragRows(root, this.rows, (row) => this.moved(row));
    this.focusFirst();
  }

  private listen(): void {
    const { form } = this;
    form.addEventListener('input', ({ target }) => this.typed(target as HTMLInputElement));
    form.addEventListener('change', (event) => this.changed(event.target as HTMLInputElement));
    form.addEventListener('focusout', ({ target }) => {
      this.people.close();
      this.written(target as HTMLInputElement);
    });
    form.addEventListener('keydown', (event) => {
      if (this.people.pressed(event)) event.preventDefault();
    });
    form.addEventListener('click', (event) => this.clicked(event));
  }

  /** Who comes to a new request types the first address at once. */
  private focusFirst(): void {
    const first = inputOf(this.rows.all[0]!, 'email');
    if (first.value === '' && !location.hash && !document.querySelector('[data-errors]')) first.focus();
  }

  private prepare(row: HTMLElement): void {
    for (const name of ['email', 'person']) this.people.offerAt(inputOf(row, name));
  }

  private typed(input: HTMLInputElement): void {
    if (/^(email|person)-/.test(input.name)) this.people.typed(input);
    const row = this.rows.of(input);
    // A warning goes at once, and comes once the address is written.
    if (row && input.name.startsWith('email-')) this.showOdd(row, { isWritten: false });
    this.autosave.touch();
  }

  private changed(input: HTMLInputElement): void {
    this.written(input);
    this.showMine();
    this.autosave.touch();
  }

  private written(input: HTMLInputElement): void {
    const row = this.rows.of(input);
    if (row && input.name?.startsWith('email-')) this.showOdd(row, { isWritten: true });
  }

  private clicked(event: MouseEvent): void {
    const button = (event.target as Element).closest<HTMLButtonElement>('button');
    if (!button) return;
    const row = this.rows.of(button);
    const { signerAct, signerAdd, signerMe } = button.dataset;
    if (signerAdd === undefined && signerMe === undefined && signerAct === undefined) return;
    event.preventDefault();
    if (signerAdd !== undefined) this.add();
    else if (signerMe !== undefined) this.addMe();
    else if (row) this.act(signerAct!, row, button);
    this.autosave.touch();
  }

  private act(act: string, row: HTMLElement, button: HTMLButtonElement): void {
    if (act === 'remove') return this.remove(row);
    if (act === 'mend') return this.mend(row);
    const index = this.rows.numberOf(row) - 1 + (act === 'up' ? -1 : 1);
    if (!this.rows.moveTo(row, index)) return;
    const other = row.querySelector<HTMLElement>(`[data-signer-act="${act === 'up' ? 'down' : 'up'}"]`)!;
    (button.disabled ? other : button).focus();
    this.moved(row);
  }

  /** Who moves a signer means the order. */
  private moved(row: HTMLElement): void {
    const [together, listed] = ['together', 'listed'].map((value) =>
      this.form.querySelector<HTMLInputElement>(`[name=sequence][value=${value}]`)!,
    );
    if (together?.checked) listed!.checked = true;
    this.announce('moved', this.rows.numberOf(row));
    this.autosave.touch();
  }

  private add(): HTMLElement {
    const row = this.rows.add();
    this.prepare(row);
    inputOf(row, 'email').focus();
    return row;
  }

  private addMe(): void {
    const isEmpty = (row: HTMLElement) =>
      ['email', 'person'].every((name) => inputOf(row, name).value === '');
    const row = this.rows.all.find(isEmpty) ?? this.add();
    inputOf(row, 'email').value = this.form.dataset.myEmail!;
    inputOf(row, 'person').value = this.form.dataset.myName!;
    this.showOdd(row, { isWritten: true });
    this.showMine();
    inputOf(row, 'person').focus();
  }

  private remove(row: HTMLElement): void {
    const next = this.rows.remove(row);
    this.prepare(next);
    inputOf(next, 'email').focus();
    this.announce('removed');
    this.showMine();
  }

  private choose(input: HTMLInputElement, { email, name }: Person): void {
    const row = this.rows.of(input)!;
    inputOf(row, 'email').value = email;
    if (name) inputOf(row, 'person').value = name;
    this.changed(inputOf(row, 'email'));
  }

  private mend(row: HTMLElement): void {
    const email = inputOf(row, 'email');
    email.value = oddAddress(email.value)?.meant ?? email.value;
    this.showOdd(row, { isWritten: true });
    email.focus();
  }

  /** Says once that an address looks odd, so the server need not ask again. */
  private showOdd(row: HTMLElement, { isWritten }: { isWritten: boolean }): void {
    const note = row.querySelector<HTMLElement>('[data-signer-odd]')!;
    const email = inputOf(row, 'email');
    const odd = isWritten ? oddAddress(email.value) : null;
    const isTold = !note.hidden;
    note.hidden = odd === null;
    if (!odd || isTold) return;
    const text = this.texts[odd.meant ? 'misspelt' : 'noEnding']!;
    note.querySelector('[data-odd-text]')!.textContent = text
      .replace('{domain}', odd.domain)
      .replace('{meant}', odd.meant ?? '');
    note.querySelector('button')!.hidden = odd.meant === null;
    inputOf(row, 'told').value = email.value;
    this.part('said').textContent = note.querySelector('[data-odd-text]')!.textContent;
  }

  /** A member is a signer once at most. */
  private showMine(): void {
    const own = this.form.dataset.myEmail!.toLowerCase();
    const isMine = (row: HTMLElement) => inputOf(row, 'email').value.trim().toLowerCase() === own;
    this.part<HTMLButtonElement>('me').disabled = this.rows.all.some(isMine);
  }

  /** Once the entries are saved, fields belong to the addresses in them. */
  private followFields() {
    const rows = this.rows.all.map((row) => [inputOf(row, 'former'), inputOf(row, 'email').value] as const);
    return ({ isComplete }: { isComplete: boolean }) => {
      if (isComplete) for (const [former, email] of rows) former.value = email.trim();
    };
  }

  private announce(text: string, number = 0): void {
    this.part('said').textContent = (this.texts[text] ?? '').replace('{number}', String(number));
  }

  private part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    return this.form.querySelector<Part>(`[data-signer-${name}]`)!;
  }
}
