import { formOfRows } from '../../src/dashboard/domain/form-rows.js';
import type { FieldList } from './field-list.js';
import type { Words } from './words.js';

type Rules = typeof import('../try-form.js');

/** What the fields are as a form, read by the rules of forms. */
export class FormRules {
  constructor(
    private readonly form: HTMLElement,
    private readonly list: FieldList,
    private readonly words: Words,
  ) {}

  async read() {
    const rules = (await import(`/assets/try-form.js?v=${this.form.dataset.assets}`)) as Rules;
    const { roles, fields, signers } = formOfRows(this.list.rows, this.words.people, new Map());
    return { rules, reading: rules.readForm({ roles, fields }), signers };
  }

  /** What is wrong with the formula of a field, in the service's words; empty if nothing is. */
  async formulaFault(key: string): Promise<string> {
    const { reading } = await this.read();
    const fault = reading.faults?.find((each) => each.key === key && each.code.startsWith('formula'));
    return fault?.message.replace(/^\S+ /, '') ?? '';
  }
}

/** Fills the form in as each signer, without saving anything. */
export class FormTrial {
  constructor(
    private readonly form: HTMLElement,
    private readonly rules: FormRules,
    private readonly words: Words,
  ) {}

  /** @throws Error if what it needs could not be loaded */
  async open(): Promise<void> {
    const { rules, reading, signers } = await this.rules.read();
    const faults = (reading.faults ?? []).map(({ message }) => message);
    const say = (text: string, values: Readonly<Record<string, string | number>> = {}) =>
      this.words.fill(`try_${text}`, values);
    this.part('fields').replaceChildren();
    this.part('status').textContent = [...(faults.length > 0 ? [say('faulty')] : []), ...faults].join('\n');
    this.part('person').hidden = faults.length > 0;
    this.part('close').onclick = () => this.dialog.close();
    this.dialog.showModal();
    if (!reading.form) return;
    const texts = { say, nameOf: this.words.nameOf.bind(this.words) };
    const trial = new rules.Trial(this.part('fields'), this.part('status'), reading.form, texts);
    const person = this.part<HTMLSelectElement>('as');
    const fillIn = () => trial.fillInAs(Object.keys(signers).find((role) => signers[role] === person.value)!);
    person.onchange = fillIn;
    fillIn();
  }

  private get dialog(): HTMLDialogElement {
    return this.form.querySelector<HTMLDialogElement>('[data-field-trial]')!;
  }

  private part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    return this.dialog.querySelector<Part>(`[data-trial-${name}]`)!;
  }
}
