/** The rules of forms (src/forms), for the editor of fields, which loads them when it needs them. */
import { evaluateForm, type FieldResult } from '../src/forms/evaluate-form.js';
import type { FormField } from '../src/forms/form-definition.js';
import type { FormFault } from '../src/forms/form-fault.js';
import type { Form } from '../src/forms/read-form.js';
import type { Entry } from '../src/forms/read-value.js';
import { entryOf, showValue } from '../src/forms/show-value.js';
import { controlFor } from './field-editor/trial-controls.js';

export { readForm } from '../src/forms/read-form.js';

export interface TrialTexts {
  say: (text: string, values?: Readonly<Record<string, string | number>>) => string;
  nameOf: (field: Pick<FormField, 'label' | 'kind' | 'key'>) => string;
}

/** Kinds of which nothing is typed or chosen on the page. */
const NOT_ENTERED: readonly FormField['kind'][] = ['signature', 'date', 'name'];
const FILES: readonly FormField['kind'][] = ['image', 'stamp', 'attachment'];

/** A form as one signer after another would fill it in. What was entered stays when another takes over. */
export class Trial {
  private readonly entries: Record<string, Entry> = {};
  private readonly touched = new Set<string>();
  private readonly rows = new Map<string, HTMLElement>();
  private role = '';

  constructor(
    private readonly room: HTMLElement,
    private readonly status: HTMLElement,
    private readonly form: Form,
    private readonly texts: TrialTexts,
  ) {}

  fillInAs(role: string): void {
    this.role = role;
    this.rows.clear();
    const fields = this.form.definition.fields.filter(
      (field) => field.role === role && !NOT_ENTERED.includes(field.kind),
    );
    for (const field of fields) this.rows.set(field.key, this.rowFor(field));
    this.room.replaceChildren(...this.rows.values());
    this.evaluate();
  }

  private rowFor(field: FormField): HTMLElement {
    const row = document.createElement('div');
    row.className = 'field';
    const { locale } = this;
    const entry = this.entries[field.key] ?? entryOf(field, ownValue(field), locale);
    const shown = FILES.includes(field.kind)
      ? [this.named(field), this.note(this.texts.say('file'))]
      : [...controlFor(field, entry, this.texts, (typed) => this.entered(field.key, typed))];
    const help = field.help ? [this.note(field.help)] : [];
    const fault = document.createElement('p');
    fault.className = 'error small';
    fault.dataset.fault = '';
    row.append(...shown, ...help, fault);
    return row;
  }

  private named(field: FormField): HTMLElement {
    const name = document.createElement('strong');
    name.textContent = this.texts.nameOf(field);
    return name;
  }

  private note(text: string): HTMLElement {
    const note = document.createElement('p');
    note.className = 'soft small';
    note.textContent = text;
    return note;
  }

  private entered(key: string, entry: Entry): void {
    this.entries[key] = entry;
    this.touched.add(key);
    this.evaluate();
  }

  private evaluate(): void {
    const { form, entries, role, locale, texts } = this;
    const { fields } = evaluateForm(form, { entries }, { today: today(), locale, role });
    const all = new Map(form.definition.fields.map((field) => [field.key, field]));
    const hidden: string[] = [];
    let left = 0;
    for (const result of fields) {
      const row = this.rows.get(result.key);
      const field = all.get(result.key)!;
      if (!row) continue;
      row.hidden = !result.isShown;
      if (!result.isShown) hidden.push(texts.nameOf(field));
      this.showResult(row, field, result);
      if (!FILES.includes(field.kind) && result.faults.length > 0) left += 1;
    }
    const state =
      this.rows.size === 0
        ? texts.say('nothing')
        : left > 0
          ? texts.say('left', { number: left })
          : texts.say('complete');
    const unseen = hidden.length > 0 ? texts.say('hidden', { names: hidden.join(', ') }) : '';
    this.status.textContent = [state, unseen].filter((text) => text).join(' ');
  }

  private showResult(row: HTMLElement, field: FormField, { value, faults }: FieldResult): void {
    const result = row.querySelector('output');
    if (result)
      result.textContent = field.kind === 'label' ? field.text : showValue(field, value, this.locale) || '–';
    const [fault] = FILES.includes(field.kind) ? [] : faults;
    const isTold = fault && (this.touched.has(field.key) || field.kind === 'formula');
    row.querySelector('[data-fault]')!.textContent = isTold ? this.told(fault) : '';
  }

  private told({ code, limit, readings }: FormFault): string {
    const { say } = this.texts;
    const values = { limit: readings?.join(' / ') ?? limit ?? '' };
    return (say(code, values) || say('value_invalid', values)).trim();
  }

  private get locale(): string {
    return document.documentElement.lang;
  }
}

const ownValue = (field: FormField) => ('value' in field ? (field.value ?? null) : null);

/** The reader's day as `YYYY-MM-DD`. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
