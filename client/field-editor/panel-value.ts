import type { FieldOption } from '../../src/forms/form-definition.js';
import type { Field } from './field.js';
import type { PanelPart, PanelTools } from './panel.js';
import { decimalOf } from './panel-members.js';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What the sender fills in: for good, or as a suggestion. */
export class ValuePart implements PanelPart {
  private readonly room: HTMLElement;
  private shown = '';

  constructor(private readonly tools: PanelTools) {
    this.room = tools.root.querySelector('[data-field-value]')!;
    this.room.addEventListener('change', () => {
      const field = tools.chosen();
      if (field) tools.list.change(field.id, { value: this.read(field) });
    });
  }

  show(field: Field): void {
    const look = JSON.stringify([field.key, field.kind, field.options, field.other, field.validation?.lines]);
    if (this.shown !== look) {
      this.shown = look;
      this.room.replaceChildren(...this.controlsFor(field));
    }
    const control = this.control;
    if (!control || document.activeElement === control) return;
    const values = [field.value ?? []].flat().map(String);
    if (control instanceof HTMLSelectElement)
      for (const option of control.options)
        option.selected = values.length === 0 ? option.value === '' : values.includes(option.value);
    else control.value = values.join('');
  }

  private get control(): Control | null {
    return this.room.querySelector<Control>('#field-value');
  }

  private controlsFor(field: Field): HTMLElement[] {
    const [control, ...more] = takesOther(field) ? openChoice(field.options!) : [this.controlFor(field)];
    control.id = 'field-value';
    return [control, ...more];
  }

  private controlFor({ kind, options = [], validation }: Field): Control {
    const { words } = this.tools;
    const listed = kind === 'choice' || kind === 'radio' || kind === 'checkboxes' || kind === 'checkbox';
    const name = listed ? 'select' : validation?.lines === 'many' ? 'textarea' : 'input';
    const control = document.createElement<'select' | 'textarea' | 'input'>(name);
    control.className = 'input';
    if (control instanceof HTMLSelectElement) {
      control.multiple = kind === 'checkboxes';
      const ticks = [{ value: 'true', label: words.fill('ticked', {}) }];
      const none = kind === 'checkboxes' ? [] : [{ value: '', label: words.fill('noValue', {}) }];
      for (const { value, label } of [...none, ...(kind === 'checkbox' ? ticks : options)])
        control.add(new Option(label, value));
    } else if (control instanceof HTMLInputElement) {
      control.type = kind === 'chosen_date' ? 'date' : 'text';
      control.inputMode = kind === 'number' ? 'decimal' : '';
      control.autocomplete = 'off';
    }
    return control;
  }

  private read({ kind }: Field): unknown {
    const control = this.control!;
    if (control instanceof HTMLSelectElement && control.multiple) {
      const values = [...control.selectedOptions].map(({ value }) => value);
      return values.length > 0 ? values : undefined;
    }
    const typed = control.value.trim();
    if (typed === '') return undefined;
    if (kind === 'checkbox') return true;
    return kind === 'number' ? decimalOf(typed) : typed;
  }
}

/** Whether any text can be entered beside the options. */
export const takesOther = ({ kind, other, options }: Field): boolean =>
  kind === 'choice' && other === true && options !== undefined;

/** A control for an option or any other text, and the list that it offers. */
export function openChoice(options: readonly FieldOption[]): [HTMLInputElement, HTMLDataListElement] {
  const list = document.createElement('datalist');
  list.id = `options-${Math.random().toString(36).slice(2)}`;
  for (const { value, label } of options) list.append(new Option(label, value));
  const input = document.createElement('input');
  input.className = 'input';
  input.autocomplete = 'off';
  input.setAttribute('list', list.id);
  return [input, list];
}
