import { formOfRows } from '../../src/dashboard/domain/form-rows.js';
import { FAULTS, toldFault } from '../../src/dashboard/domain/told-faults.js';
import type { FormFault } from '../../src/forms/form-fault.js';
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

  /** What is wrong with the formula of a field; empty if nothing is. */
  async formulaFault(key: string): Promise<string> {
    const { reading } = await this.read();
    const fault = reading.faults?.find((each) => each.key === key && each.code.startsWith('formula'));
    return fault ? this.told(fault) : '';
  }

  /** A fault in the service's words, or those of the page's language. */
  told({ code, path, message }: FormFault): string {
    const { says } = toldFault({ code, field: path, message });
    const values = says?.values as Record<string, string> | undefined;
    const words = says && this.words.fill(`fault_${says.key.slice(FAULTS.length)}`, values ?? {});
    return isEnglish() || !words ? message.replace(/^\S+ /, '') : words;
  }
}

/** Fills the form in as each signer, without saving anything. */
export class FormTrial {
  constructor(
    private readonly form: HTMLElement,
    private readonly rules: FormRules,
    private readonly list: FieldList,
    private readonly words: Words,
  ) {}

  /** @throws Error if what it needs could not be loaded */
  async open(): Promise<void> {
    const { rules, reading, signers } = await this.rules.read();
    const { heads } = this.list;
    const faults = (reading.faults ?? []).map((fault) => {
      const field = heads.find(({ key }) => key === fault.key);
      return field ? `${this.words.nameOf(field)}: ${this.rules.told(fault)}` : this.rules.told(fault);
    });
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

const isEnglish = () => document.documentElement.lang.startsWith('en');
