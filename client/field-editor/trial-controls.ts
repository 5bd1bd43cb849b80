import type { FieldOption, FormField } from '../../src/forms/form-definition.js';
import type { Entry } from '../../src/forms/read-value.js';
import type { TrialTexts } from '../try-form.js';

type Entered = (entry: Entry) => void;

/** What a signer would fill a field in with, labelled; an output for what is printed or computed. */
export function controlFor(
  field: FormField,
  entry: Entry,
  texts: TrialTexts,
  entered: Entered,
): HTMLElement[] {
  const name = texts.nameOf(field);
  const isFixed = 'readOnly' in field && field.readOnly;
  if (field.kind === 'checkbox')
    return [
      ticks([{ value: 'yes', label: name }], 'checkbox', entry, isFixed, ([ticked = '']) => entered(ticked)),
    ];
  if (field.kind === 'radio' || field.kind === 'checkboxes') {
    const isOne = field.kind === 'radio';
    const group = ticks(field.options, isOne ? 'radio' : 'checkbox', entry, isFixed, (values) =>
      entered(isOne ? (values[0] ?? '') : values),
    );
    const legend = document.createElement('legend');
    legend.className = 'legend';
    legend.textContent = name;
    const set = document.createElement('fieldset');
    set.append(legend, group);
    return [set];
  }
  const control = controlOf(field);
  control.id = `trial-${field.key}`;
  const label = document.createElement('label');
  label.htmlFor = control.id;
  label.textContent = name;
  if (control instanceof HTMLOutputElement) return [label, control];
  control.className = 'input';
  // It belongs to no form, so that nothing of it is sent.
  control.setAttribute('form', '');
  control.value = String(entry);
  control.disabled = isFixed;
  control.addEventListener('input', () => entered(control.value));
  return [label, control];
}

function controlOf(
  field: FormField,
): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLOutputElement {
  if (field.kind === 'formula' || field.kind === 'label') return document.createElement('output');
  if (field.kind === 'text' && field.validation.lines === 'many') return document.createElement('textarea');
  if (field.kind === 'choice' && !field.other) {
    const list = document.createElement('select');
    list.add(new Option('', ''));
    for (const { label, value } of field.options) list.add(new Option(label, value));
    return list;
  }
  const input = document.createElement('input');
  input.autocomplete = 'off';
  if (field.kind === 'chosen_date') input.type = 'date';
  if (field.kind === 'number') input.inputMode = 'decimal';
  return input;
}

function ticks(
  options: readonly FieldOption[],
  type: 'checkbox' | 'radio',
  entry: Entry,
  isFixed: boolean,
  entered: (values: string[]) => void,
): HTMLElement {
  const group = document.createElement('div');
  const name = `trial-${Math.random().toString(36).slice(2)}`;
  for (const { value, label } of options) {
    const choice = document.createElement('label');
    choice.className = 'choice';
    const input = document.createElement('input');
    Object.assign(input, { type, name, value, disabled: isFixed, checked: [entry].flat().includes(value) });
    input.setAttribute('form', '');
    const words = document.createElement('span');
    words.textContent = label;
    choice.append(input, words);
    group.append(choice);
  }
  group.addEventListener('change', () =>
    entered([...group.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)),
  );
  return group;
}
