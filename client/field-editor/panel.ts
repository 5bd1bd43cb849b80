import { BY_OPTION, type Field } from './field.js';
import type { FieldList } from './field-list.js';
import { ConditionPart } from './panel-condition.js';
import { FormulaPart } from './panel-formula.js';
import { MemberInputs } from './panel-members.js';
import { OptionsPart } from './panel-options.js';
import { ValuePart } from './panel-value.js';
import { dependentsOf } from './references.js';
import type { FormRules } from './trial.js';
import type { Words } from './words.js';

/** A part of the panel about one subject. */
export interface PanelPart {
  show: (field: Field) => void;
}

/** What the parts of the panel work on. */
export interface PanelTools {
  root: HTMLElement;
  list: FieldList;
  words: Words;
  chosen: () => Field | null;
  rules: FormRules;
}

/** Shows and edits the chosen field. What only some kinds have is marked with their names in `data-for`. */
export class Panel {
  private readonly root: HTMLElement;
  private readonly label: HTMLInputElement;
  private readonly owner: HTMLSelectElement;
  private readonly parts: readonly PanelPart[];

  /** @param problems - problems of fields, by id */
  constructor(
    form: HTMLElement,
    private readonly list: FieldList,
    private readonly words: Words,
    private readonly problems: ReadonlyMap<number, string>,
    private readonly chosen: () => Field | null,
    rules: FormRules,
  ) {
    this.root = form.querySelector('[data-field-panel]')!;
    this.label = this.root.querySelector('#field-label')!;
    this.owner = this.root.querySelector('#field-owner')!;
    const { root } = this;
    const tools = { root, list, words, chosen, rules };
    this.parts = [
      new MemberInputs(tools),
      ...(root.querySelector('[data-field-more]')
        ? [new OptionsPart(tools), new ValuePart(tools), new FormulaPart(tools), new ConditionPart(tools)]
        : []),
    ];
    this.label.addEventListener('change', () => this.relabel());
    this.owner.addEventListener('change', () => this.change({ signerEmail: this.owner.value }));
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
    if (!field) return;
    const part = (name: string) => this.root.querySelector<HTMLElement>(`[data-field-${name}]`)!;
    part('title').textContent = this.words.about(field.page === 0 ? 'unplacedTitle' : 'title', field);
    part('problem').textContent = this.problems.get(field.id) ?? '';
    part('problem').hidden = !this.problems.has(field.id);
    for (const some of this.root.querySelectorAll<HTMLElement>('[data-for]'))
      some.hidden = !some.dataset.for!.split(' ').includes(field.kind);
    for (const act of this.root.querySelectorAll<HTMLElement>('[data-field-again], [data-field-everywhere]'))
      act.hidden = field.page === 0 || ('fieldEverywhere' in act.dataset && BY_OPTION.includes(field.kind));
    if (document.activeElement !== this.label) this.label.value = field.label;
    this.owner.value = field.signerEmail;
    for (const each of this.parts) each.show(field);
  }

  private change(part: Partial<Field>): void {
    const field = this.chosen();
    if (field) this.list.change(field.id, part);
  }

  /** A field's key follows its first label, as long as nothing refers to it. */
  private relabel(): void {
    const field = this.chosen();
    if (!field) return;
    const label = this.label.value.trim();
    const isFree = dependentsOf(this.list.heads, field.key).length === 0;
    const key = isFree ? this.list.keyFor(field, label) : field.key;
    this.list.replace(this.list.all.map((each) => (each.key === field.key ? { ...each, label, key } : each)));
  }
}
