import type { Field } from './field.js';
import type { PanelPart, PanelTools } from './panel.js';
import { fieldsBefore, numeric } from './references.js';
import type { FormRules } from './trial.js';

/** The fields that a formula can use, each a button that writes its key, and what is wrong with the formula. */
export class FormulaPart implements PanelPart {
  private readonly input: HTMLTextAreaElement;
  private readonly fields: HTMLElement;
  private checked = '';
  private shown = '';

  constructor(
    private readonly tools: PanelTools,
    private readonly rules: FormRules,
  ) {
    this.input = tools.root.querySelector('#field-formula')!;
    this.fields = tools.root.querySelector('[data-field-usable]')!;
    this.fields.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest<HTMLElement>('[data-key]');
      if (!button) return;
      const { selectionStart, selectionEnd } = this.input;
      this.input.setRangeText(button.dataset.key!, selectionStart, selectionEnd, 'end');
      this.input.dispatchEvent(new Event('change', { bubbles: true }));
      this.input.focus();
    });
  }

  show(field: Field): void {
    if (field.kind !== 'formula') return;
    const { list, words } = this.tools;
    const usable = numeric(fieldsBefore(list.heads, field, words));
    void this.check(field);
    this.tools.root.querySelector<HTMLElement>('[data-field-unusable]')!.hidden = usable.length > 0;
    // A button that is replaced while it is pressed is never clicked.
    const look = JSON.stringify(usable.map(({ key, label }) => [key, label]));
    if (this.shown === look) return;
    this.shown = look;
    this.fields.replaceChildren(
      ...usable.map((each) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'chip';
        button.dataset.key = each.key;
        button.textContent = `${words.nameOf(each)} · ${each.key}`;
        return button;
      }),
    );
  }

  private async check({ key, formula = '' }: Field): Promise<void> {
    const checked = `${key} ${formula}`;
    if (this.checked === checked) return;
    this.checked = checked;
    const fault = formula === '' ? '' : await this.rules.formulaFault(key);
    // Something else may have been chosen or typed in the meantime.
    if (this.checked === checked)
      this.tools.root.querySelector('[data-field-formula-fault]')!.textContent = fault;
  }
}
