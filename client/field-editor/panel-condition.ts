import {
  comparisonsFor,
  isAboutEmptiness,
  listed,
  type ListedCondition,
  type Mode,
  nameOfComparison,
  toldCondition,
  unlisted,
} from '../../src/dashboard/domain/conditions-shown.js';
import type { Comparison, ComparisonName } from '../../src/forms/form-definition.js';
import type { Field } from './field.js';
import type { PanelPart, PanelTools } from './panel.js';
import { decimalOf } from './panel-members.js';
import { comparable, fieldsBefore } from './references.js';

const EMPTY: ListedCondition = { mode: 'all', comparisons: [] };

/** When a field is shown: a list of comparisons, and the condition as a sentence. */
export class ConditionPart implements PanelPart {
  private readonly rows: HTMLElement;
  private readonly mode: HTMLSelectElement;
  private shown = '';

  constructor(private readonly tools: PanelTools) {
    this.rows = this.part('rows');
    this.mode = this.part<HTMLSelectElement>('mode');
    this.mode.addEventListener('change', () => this.change({ mode: this.mode.value as Mode }));
    this.part('add').addEventListener('click', () => this.add());
    this.part('clear').addEventListener('click', () => this.put(EMPTY));
    this.rows.addEventListener('change', ({ target }) => this.changed(target as HTMLElement));
    this.rows.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest('[data-comparison-remove]');
      if (button) this.remove(indexOf(button));
    });
  }

  show(field: Field): void {
    const { words, list } = this.tools;
    const { showIf } = field;
    const named = list.heads.map((each) => ({ ...each, name: words.nameOf(each) }));
    const told = showIf && toldCondition(showIf, named, (text, values = {}) => words.fill(text, values));
    const condition = showIf ? listed(showIf) : EMPTY;
    const before = comparable(fieldsBefore(list.heads, field, words));
    this.part('sentence').textContent = told
      ? words.fill('shownWhen', { condition: told })
      : words.fill('always', {});
    this.part('complex').hidden = condition !== null;
    this.part('clear').hidden = condition !== null;
    this.part('none').hidden = before.length > 0;
    this.part('add').hidden = condition === null || before.length === 0;
    // One comparison needs no word about the others, unless it is to be false.
    this.part('mode').hidden = (condition?.comparisons.length ?? 0) < 2 && !condition?.mode.startsWith('not');
    this.mode.value = condition?.mode ?? 'all';
    const look = JSON.stringify([
      field.key,
      condition,
      before.map(({ key, label, options }) => [key, label, options]),
    ]);
    if (this.shown === look) return;
    this.shown = look;
    const rows = (condition?.comparisons ?? []).map((each, index) => this.rowFor(each, index, before));
    this.keepingFocus(() => this.rows.replaceChildren(...rows));
  }

  private get condition(): ListedCondition {
    const field = this.tools.chosen();
    return (field?.showIf && listed(field.showIf)) ?? EMPTY;
  }

  private get fields(): Field[] {
    const { chosen, list, words } = this.tools;
    const field = chosen();
    return field ? comparable(fieldsBefore(list.heads, field, words)) : [];
  }

  private add(): void {
    const [first] = this.fields;
    if (!first) return;
    this.change({ comparisons: [...this.condition.comparisons, firstComparison(first)] });
    this.rows.lastElementChild?.querySelector('select')?.focus();
  }

  private remove(index: number): void {
    this.change({ comparisons: this.condition.comparisons.filter((_, at) => at !== index) });
    this.part('add').focus();
  }

  private changed(target: HTMLElement): void {
    const index = indexOf(target);
    const row = this.rows.children[index]!;
    const read = (name: string) => row.querySelector<HTMLInputElement>(`[data-comparison-${name}]`)?.value;
    const field = this.fields.find(({ key }) => key === read('field'));
    if (!field) return;
    const isOther = 'comparisonField' in target.dataset;
    const comparison = isOther
      ? firstComparison(field)
      : comparisonOf(field, read('name') as ComparisonName, read('operand') ?? '');
    const comparisons = this.condition.comparisons.map((each, at) => (at === index ? comparison : each));
    this.change({ comparisons });
  }

  private change(part: Partial<ListedCondition>): void {
    this.put({ ...this.condition, ...part });
  }

  private put(condition: ListedCondition): void {
    const field = this.tools.chosen();
    if (field) this.tools.list.change(field.id, { showIf: unlisted(condition) ?? undefined });
  }

  private rowFor(comparison: Comparison, index: number, before: readonly Field[]): HTMLElement {
    const { words } = this.tools;
    const row = this.part<HTMLTemplateElement>('row').content.firstElementChild!.cloneNode(
      true,
    ) as HTMLElement;
    row.dataset.comparison = String(index);
    const select = (name: string) => row.querySelector<HTMLSelectElement>(`[data-comparison-${name}]`)!;
    for (const each of before) select('field').add(new Option(words.nameOf(each), each.key));
    select('field').value = comparison.field;
    const field = before.find(({ key }) => key === comparison.field);
    const name = nameOfComparison(comparison);
    if (!field) return row;
    for (const [value, text] of choicesFor(field))
      select('name').add(new Option(words.fill(text, {}), value));
    select('name').value = field.kind === 'checkbox' && !isAboutEmptiness(name) ? tickOf(comparison) : name;
    const operand = this.operandFor(field, name, comparison[name]);
    if (operand) row.querySelector('[data-comparison-operands]')!.append(operand);
    return row;
  }

  private operandFor({ kind, options }: Field, name: ComparisonName, value: unknown): HTMLElement | null {
    if (isAboutEmptiness(name) || kind === 'checkbox') return null;
    const control = document.createElement(options ? 'select' : 'input');
    control.className = 'input';
    control.dataset.comparisonOperand = '';
    control.setAttribute('aria-label', this.tools.words.fill('comparedWith', {}));
    if (control instanceof HTMLSelectElement)
      for (const option of options ?? []) control.add(new Option(option.label, option.value));
    else if (kind === 'chosen_date') control.type = 'date';
    control.value = typeof value === 'string' ? value : '';
    return control;
  }

  /** Keeps the focus on the control at the same position. */
  private keepingFocus(replace: () => void): void {
    const controls = () => [...this.rows.querySelectorAll<HTMLElement>('select, input, button')];
    const at = controls().indexOf(document.activeElement as HTMLElement);
    replace();
    if (at >= 0) controls()[at]?.focus();
  }

  private part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    return this.tools.root.querySelector<Part>(`[data-condition-${name}]`)!;
  }
}

/** The choices between comparisons, with their texts. Those of a checkbox say whether it is ticked. */
const choicesFor = ({ kind }: Field): [value: string, text: string][] =>
  kind === 'checkbox'
    ? [
        ['ticked', 'ticked'],
        ['unticked', 'unticked'],
      ]
    : comparisonsFor(kind).map((name) => [name, name]);

const tickOf = (comparison: Comparison) =>
  (comparison.is ?? comparison.isNot === false) === true ? 'ticked' : 'unticked';

function firstComparison(field: Field): Comparison {
  return comparisonOf(field, comparisonsFor(field.kind)[0]!, field.options?.[0]?.value ?? '');
}

function comparisonOf({ key, kind, options }: Field, name: ComparisonName, typed: string): Comparison {
  if (kind === 'checkbox') return { field: key, is: (name as string) !== 'unticked' };
  if (isAboutEmptiness(name)) return { field: key, [name]: true };
  if (options) return { field: key, [name]: typed || options[0]!.value };
  const isNumber = kind === 'number' || kind === 'formula';
  return { field: key, [name]: isNumber && typed.trim() !== '' ? decimalOf(typed.trim()) : typed.trim() };
}

const indexOf = (element: Element) =>
  Number(element.closest<HTMLElement>('[data-comparison]')!.dataset.comparison);
