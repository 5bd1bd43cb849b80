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
export function openTrials(form: HTMLElement, rules: FormRules, words: Words): void {
  const dialog = form.querySelector<HTMLDialogElement>('[data-field-trial]');
  if (!dialog) return;
  const part = <Part extends HTMLElement = HTMLElement>(name: string) =>
    dialog.querySelector<Part>(`[data-trial-${name}]`)!;
  const say = (text: string, values: Readonly<Record<string, string | number>> = {}) =>
    words.fill(`try_${text}`, values);
  const open = async () => {
    const { rules: loaded, reading, signers } = await rules.read();
    part('fields').replaceChildren();
    const faults = (reading.faults ?? []).map(({ message }) => message);
    part('status').textContent = [...(faults.length > 0 ? [say('faulty')] : []), ...faults].join('\n');
    part('person').hidden = faults.length > 0;
    dialog.showModal();
    if (!reading.form) return;
    const texts = { say, nameOf: words.nameOf.bind(words) };
    const trial = new loaded.Trial(part('fields'), part('status'), reading.form, texts);
    const person = part<HTMLSelectElement>('as');
    const fillIn = () => trial.fillInAs(Object.keys(signers).find((role) => signers[role] === person.value)!);
    person.onchange = fillIn;
    fillIn();
  };
  form.querySelector('[data-field-try]')!.addEventListener('click', () => void open());
  part('close').addEventListener('click', () => dialog.close());
}
