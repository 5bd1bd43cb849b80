import { needsForm } from '../../src/dashboard/domain/form-rows.js';
import type { Field } from './field.js';
import type { PanelPart, PanelTools } from './panel.js';
import { rekeyed, withOption } from './references.js';

const KEY = /^[a-z][a-z0-9_]{0,63}$/;

/** What programs call a field, and its options. Plain fields, which are no form, keep no keys. */
export class KeysPart implements PanelPart {
  private readonly part: HTMLElement;
  private readonly key: HTMLInputElement;
  private readonly values: HTMLElement;

  constructor(private readonly tools: PanelTools) {
    const { root } = tools;
    this.part = root.querySelector('[data-field-keys]')!;
    this.key = root.querySelector('#field-key')!;
    this.values = root.querySelector('[data-field-values]')!;
    this.key.addEventListener('change', () => this.rekey(this.key.value.trim()));
    this.values.addEventListener('change', ({ target }) => {
      const input = target as HTMLInputElement;
      this.revalue(Number(input.dataset.optionValue), input.value.trim());
    });
  }

  show({ key, options = [] }: Field): void {
    this.part.hidden = !('kept' in this.part.dataset) && !needsForm(this.tools.list.rows, false);
    if (document.activeElement !== this.key) {
      this.key.value = key;
      this.tell(null);
    }
    while (this.values.children.length > options.length) this.values.lastElementChild!.remove();
    for (const [index, { value, label }] of options.entries()) {
      const input = this.values.querySelectorAll('input')[index] ?? this.addInput(index);
      if (document.activeElement !== input) input.value = value;
      input.setAttribute('aria-label', this.tools.words.fill('optionValue', { option: label }));
    }
  }

  private addInput(index: number): HTMLInputElement {
    const input = document.createElement('input');
    Object.assign(input, { className: 'input', maxLength: 200, autocomplete: 'off', autocapitalize: 'off' });
    input.dataset.optionValue = String(index);
    const item = document.createElement('li');
    item.append(input);
    this.values.append(item);
    return input;
  }

  /** The key stays as it was if the other one cannot be. */
  private rekey(key: string): void {
    const { list } = this.tools;
    const field = this.tools.chosen();
    if (!field) return;
    const isTaken = key !== field.key && list.heads.some((each) => each.key === key);
    this.tell(KEY.test(key) ? (isTaken ? 'taken' : null) : 'wrong');
    if (KEY.test(key) && !isTaken) list.replace(rekeyed(list.all, field.key, key));
  }

  private revalue(index: number, value: string): void {
    const { list } = this.tools;
    const field = this.tools.chosen();
    const option = field?.options?.[index];
    if (!field || !option) return;
    const isTaken = field.options!.some((each, at) => at !== index && each.value === value);
    if (value === '' || isTaken) this.values.querySelectorAll('input')[index]!.value = option.value;
    else list.replace(withOption(list.all, field, index, { ...option, value }));
  }

  private tell(problem: 'wrong' | 'taken' | null): void {
    for (const name of ['wrong', 'taken'])
      this.tools.root.querySelector<HTMLElement>(`[data-field-key-${name}]`)!.hidden = name !== problem;
    this.key.setAttribute('aria-invalid', String(problem !== null));
  }
}
