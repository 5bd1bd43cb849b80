import { BY_OPTION, type Field } from './field.js';
import type { FieldList } from './field-list.js';
import { dependentsOf } from './references.js';
import type { RulesPage } from './rules-page.js';
import type { Words } from './words.js';

/** A part of the panel about one subject. */
export interface PanelPart {
  show: (field: Field) => void;
}

/** What the parts of the panel work on: the controls in `root`. */
export interface PanelTools {
  root: HTMLElement;
  list: FieldList;
  words: Words;
  chosen: () => Field | null;
}

/** Shows and edits the chosen field. What only some kinds have is marked with their names in `data-for`. */
export class Panel {
  private readonly root: HTMLElement;
  private readonly label: HTMLInputElement;
  private readonly owner: HTMLSelectElement;
  private readonly required: HTMLInputElement;
  /** Those of forms, once a field was chosen. */
  private parts: readonly PanelPart[] = [];
  private isCompleted = false;
  /** The field for which those could not be loaded, so that drawing it again does not ask again. */
  private failedFor: number | null = null;

  /**
   * @param problems - problems of fields, by id
   * @param page - null if the fields cannot become a form
   */
  constructor(
    form: HTMLElement,
    private readonly problems: ReadonlyMap<number, string>,
    private readonly page: RulesPage | null,
    private readonly tools: Omit<PanelTools, 'root'>,
  ) {
    this.root = form.querySelector('[data-field-panel]')!;
    this.label = this.root.querySelector('#field-label')!;
    this.owner = this.root.querySelector('#field-owner')!;
    this.required = this.root.querySelector('#field-required')!;
    const { root } = this;
    this.label.addEventListener('change', () => this.relabel());
    this.owner.addEventListener('change', () => this.change({ signerEmail: this.owner.value }));
    this.required.addEventListener('change', () => this.change({ required: this.required.checked }));
    // Enter would submit the form.
    root.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      event.target.dispatchEvent(new Event('change', { bubbles: true }));
    });
  }

  /** Says what became of an action on the field. */
  showOutcome(text: string): void {
    this.root.querySelector('[data-field-told]')!.textContent = text;
  }

  show(field: Field | null): void {
    this.root.hidden = field === null;
    if (field?.id !== this.failedFor) this.failedFor = null;
    if (!field) return;
    const part = (name: string) => this.root.querySelector<HTMLElement>(`[data-field-${name}]`)!;
    part('title').textContent = this.tools.words.about(field.page === 0 ? 'unplacedTitle' : 'title', field);
    part('problem').textContent = this.problems.get(field.id) ?? '';
    part('problem').hidden = !this.problems.has(field.id);
    for (const some of this.root.querySelectorAll<HTMLElement>('[data-for]'))
      some.hidden = !some.dataset.for!.split(' ').includes(field.kind);
    for (const act of this.root.querySelectorAll<HTMLElement>('[data-field-again], [data-field-everywhere]'))
      act.hidden = field.page === 0 || ('fieldEverywhere' in act.dataset && BY_OPTION.includes(field.kind));
    if (document.activeElement !== this.label) this.label.value = field.label;
    this.owner.value = field.signerEmail;
    this.required.checked = field.required;
    for (const each of this.parts) each.show(field);
    if (this.page && !this.isCompleted && this.failedFor === null) void this.complete(this.page, field.id);
  }

  /** Adds the controls of forms. If that fails, the next field that is chosen tries again. */
  private async complete(page: RulesPage, id: number): Promise<void> {
    this.isCompleted = true;
    try {
      this.parts = (await page.load()).parts;
      this.show(this.tools.chosen());
    } catch {
      this.isCompleted = false;
      this.failedFor = id;
      this.showOutcome(this.tools.words.fill('notLoaded', {}));
    }
  }

  private change(part: Partial<Field>): void {
    const field = this.tools.chosen();
    if (field) this.tools.list.change(field.id, part);
  }

  /** A field's key follows its first label, as long as nothing refers to it. */
  private relabel(): void {
    const { list } = this.tools;
    const field = this.tools.chosen();
    if (!field) return;
    const label = this.label.value.trim();
    const isFree = dependentsOf(list.heads, field.key).length === 0;
    const key = isFree ? list.keyFor(field, label) : field.key;
    list.replace(list.all.map((each) => (each.key === field.key ? { ...each, label, key } : each)));
  }
}
