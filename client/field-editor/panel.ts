import type { Field, FieldList } from './field-list.js';
import type { Words } from './words.js';

/** Kinds that signers fill in: they have their own labels, and can be optional. */
const ENTERED = ['initials', 'text', 'checkbox'];
const LABELLED = ['text', 'checkbox'];

/** Shows and edits the chosen field. */
export class Panel {
  private readonly root: HTMLElement;
  private readonly label: HTMLInputElement;
  private readonly required: HTMLInputElement;
  private readonly owner: HTMLSelectElement;

  /** @param problems - problems of fields, by id */
  constructor(
    form: HTMLElement,
    list: FieldList,
    private readonly words: Words,
    private readonly problems: ReadonlyMap<number, string>,
    chosen: () => number | null,
  ) {
    this.root = form.querySelector('[data-field-panel]')!;
    this.label = this.root.querySelector('#field-label')!;
    this.required = this.root.querySelector('#field-required')!;
    this.owner = this.root.querySelector('#field-owner')!;
    const change = (part: Partial<Field>) => {
      const id = chosen();
      if (id !== null) list.change(id, part);
    };
    this.label.addEventListener('change', () => change({ label: this.label.value.trim() }));
    this.required.addEventListener('change', () => change({ required: this.required.checked }));
    this.owner.addEventListener('change', () => change({ signerEmail: this.owner.value }));
    // Enter would submit the form.
    this.label.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.label.dispatchEvent(new Event('change'));
    });
  }

  /** Says what became of an action on the field. */
  showOutcome(text: string): void {
    this.root.querySelector('[data-field-told]')!.textContent = text;
  }

  show(field: Field | null): void {
    this.root.hidden = field === null;
    if (!field) return;
    const part = (name: string) => this.root.querySelector<HTMLElement>(`[data-field-${name}]`)!;
    part('title').textContent = this.words.about('title', field);
    part('problem').textContent = this.problems.get(field.id) ?? '';
    part('problem').hidden = !this.problems.has(field.id);
    part('words').hidden = !LABELLED.includes(field.kind);
    part('must').hidden = !ENTERED.includes(field.kind);
    if (document.activeElement !== this.label) this.label.value = field.label;
    this.required.checked = field.required;
    this.owner.value = field.signerEmail;
  }
}
