import { BY_OPTION, type Field } from './field.js';
import type { PanelPart, PanelTools } from './panel.js';
import { relabelled } from './references.js';

/** The options of a field: their words and order. Where each has a place of its own, a new one gets a place. */
export class OptionsPart implements PanelPart {
  private readonly rows: HTMLElement;
  private readonly row: HTMLTemplateElement;

  constructor(private readonly tools: PanelTools) {
    this.rows = tools.root.querySelector('[data-field-options]')!;
    this.row = tools.root.querySelector('[data-field-option-row]')!;
    tools.root.querySelector('[data-field-option-add]')!.addEventListener('click', () => this.add());
    this.rows.addEventListener('change', ({ target }) => {
      const input = target as HTMLInputElement;
      this.relabel(indexOf(input), input.value.trim());
    });
    this.rows.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest<HTMLElement>('[data-option-act]');
      if (button) this.act(button.dataset.optionAct!, indexOf(button));
    });
  }

  show({ options = [] }: Field): void {
    while (this.rows.children.length > options.length) this.rows.lastElementChild!.remove();
    while (this.rows.children.length < options.length) this.rows.append(this.row.content.cloneNode(true));
    for (const [index, { label }] of options.entries()) {
      const row = this.rows.children[index] as HTMLElement;
      row.dataset.option = String(index);
      const input = row.querySelector('input')!;
      if (document.activeElement !== input) input.value = label;
      input.setAttribute('aria-label', this.tools.words.fill('option', { number: index + 1 }));
      const button = (act: string) => row.querySelector<HTMLButtonElement>(`[data-option-act=${act}]`)!;
      for (const act of ['up', 'down', 'remove'])
        button(act).setAttribute('aria-label', this.tools.words.fill(`option_${act}`, { option: label }));
      button('up').disabled = index === 0;
      button('down').disabled = index === options.length - 1;
      button('remove').disabled = options.length === 1;
    }
  }

  private add(): void {
    const { list, words } = this.tools;
    const field = this.tools.chosen();
    if (!field) return;
    const options = field.options ?? [];
    const taken = new Set(options.map(({ value }) => value));
    let number = options.length + 1;
    while (taken.has(words.fill('option', { number }))) number += 1;
    const value = words.fill('option', { number });
    const more = [...options, { value, label: value }];
    const fields = list.all.map((each) => (each.key === field.key ? { ...each, options: more } : each));
    const like = { ...field, options: more };
    list.replace(BY_OPTION.includes(field.kind) ? list.withPlaces(fields, like, [value]) : fields);
    this.rows.lastElementChild?.querySelector('input')?.select();
  }

  private relabel(index: number, label: string): void {
    const field = this.tools.chosen();
    if (field && label !== '') this.tools.list.replace(relabelled(this.tools.list.all, field, index, label));
  }

  private act(act: string, index: number): void {
    const { list } = this.tools;
    const field = this.tools.chosen();
    const options = [...(field?.options ?? [])];
    const [taken] = options.splice(index, 1);
    if (!field || !taken) return;
    const to = act === 'up' ? index - 1 : index + 1;
    if (act !== 'remove') options.splice(to, 0, taken);
    const isGone = (each: Field) =>
      act === 'remove' &&
      BY_OPTION.includes(each.kind) &&
      each.key === field.key &&
      each.option === taken.value;
    // The chosen place goes on standing for the field.
    const left = list.all.filter((each) => !isGone(each) || each.id === field.id);
    list.replace(
      left.map((each) => {
        if (each.key !== field.key) return each;
        return { ...each, options, ...(isGone(each) && { option: options[0]!.value }) };
      }),
    );
    const row = this.rows.children[act === 'remove' ? Math.min(index, options.length - 1) : to];
    const button = row?.querySelector<HTMLButtonElement>(`[data-option-act=${act}]`);
    (button?.disabled ? row!.querySelector('input') : button)?.focus();
  }
}

const indexOf = (element: Element) => Number(element.closest<HTMLElement>('[data-option]')!.dataset.option);
