import {
  comparisonsFor,
  type ConditionGroup,
  edited,
  grouped,
  isAboutEmptiness,
  isGroup,
  type Mode,
  nameOfComparison,
  toldCondition,
  ungrouped,
} from '../../src/dashboard/domain/conditions-shown.js';
import type { Comparison, ComparisonName } from '../../src/forms/form-definition.js';
import type { Field } from './field.js';
import type { PanelPart, PanelTools } from './panel.js';
import { decimalOf } from './panel-members.js';
import { openChoice, takesOther } from './panel-value.js';
import { comparable, fieldsBefore } from './references.js';

const EMPTY: ConditionGroup = { mode: 'all', parts: [] };
/** Conditions may have eight groups inside each other, and each of these can be two: itself, and its contrary. */
const MAX_LEVELS = 4;
/** In a group, but in none inside it. */
const ADD = '> .row > [data-condition-add]';

/** When a field is shown: groups of comparisons, and the condition as a sentence. */
export class ConditionPart implements PanelPart {
  private readonly root: HTMLElement;
  private shown = '';
  private shownKey = '';

  constructor(private readonly tools: PanelTools) {
    this.root = this.part('root');
    this.part('clear').addEventListener('click', () => this.put(EMPTY));
    this.root.addEventListener('change', ({ target }) => this.changed(target as HTMLElement));
    this.root.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest<HTMLElement>('button');
      if (!button) return;
      if ('conditionRemove' in button.dataset) this.remove(pathOf(button));
      else this.add(pathOf(button), 'conditionAddGroup' in button.dataset);
    });
  }

  show(field: Field): void {
    const { words, list } = this.tools;
    const { showIf } = field;
    const named = list.heads.map((each) => ({ ...each, name: words.nameOf(each) }));
    const told = showIf && toldCondition(showIf, named, (text, values = {}) => words.fill(text, values));
    const group = showIf ? grouped(showIf) : EMPTY;
    const before = comparable(fieldsBefore(list.heads, field, words));
    this.part('sentence').textContent = told
      ? words.fill('shownWhen', { condition: told })
      : words.fill('always', {});
    this.part('clear').hidden = !group.parts.some(isGroup);
    this.part('none').hidden = before.length > 0;
    const look = JSON.stringify([
      field.key,
      group,
      before.map(({ key, label, options }) => [key, label, options]),
    ]);
    if (this.shown === look) return;
    this.shown = look;
    const replace = () => this.root.replaceChildren(this.groupFor(group, [], before));
    // To focus a control of another field would scroll away from where that was pressed.
    if (this.shownKey === field.key) this.keepingFocus(replace);
    else replace();
    this.shownKey = field.key;
  }

  private get condition(): ConditionGroup {
    const field = this.tools.chosen();
    return field?.showIf ? grouped(field.showIf) : EMPTY;
  }

  private get fields(): Field[] {
    const { chosen, list, words } = this.tools;
    const field = chosen();
    return field ? comparable(fieldsBefore(list.heads, field, words)) : [];
  }

  /** Adds a comparison to a group, or a group with one. */
  private add(path: number[], isInGroup: boolean): void {
    const [first] = this.fields;
    if (!first) return;
    const comparison = firstComparison(first);
    const part = isInGroup ? { mode: 'any' as const, parts: [comparison] } : comparison;
    const { length } = groupAt(this.condition, path).parts;
    this.edit(path, (group) => ({ ...group, parts: [...group.parts, part] }));
    this.find([...path, length], 'select')?.focus();
  }

  private remove(path: number[]): void {
    this.put(edited(this.condition, path, () => null));
    const outer = path.slice(0, -1);
    // The group goes with its last comparison.
    const add = this.find(outer, ADD) ?? this.find([], ADD);
    add?.focus();
  }

  private changed(target: HTMLElement): void {
    const path = pathOf(target);
    if (target instanceof HTMLSelectElement && 'conditionMode' in target.dataset)
      return this.edit(path, (group) => ({ ...group, mode: target.value as Mode }));
    const read = (name: string) => this.find<HTMLInputElement>(path, `[data-comparison-${name}]`)?.value;
    const field = this.fields.find(({ key }) => key === read('field'));
    if (!field) return;
    const isOther = 'comparisonField' in target.dataset;
    const comparison = isOther
      ? firstComparison(field)
      : comparisonOf(field, read('name') as ComparisonName, read('operand') ?? '');
    this.put(edited(this.condition, path, () => comparison));
  }

  private edit(path: number[], change: (group: ConditionGroup) => ConditionGroup): void {
    const { condition } = this;
    if (path.length === 0) return this.put(change(condition));
    this.put(edited(condition, path, (part) => (isGroup(part) ? change(part) : part)));
  }

  private put(group: ConditionGroup): void {
    const field = this.tools.chosen();
    if (field) this.tools.list.change(field.id, { showIf: ungrouped(group) ?? undefined });
  }

  private groupFor(group: ConditionGroup, path: number[], before: readonly Field[]): HTMLElement {
    const { mode, parts } = group;
    const isOuter = path.length === 0;
    const element = this.copyOf('group');
    element.dataset.conditionPath = path.join('.');
    const inner = (name: string) => element.querySelector<HTMLElement>(`[data-condition-${name}]`)!;
    const select = inner('mode') as HTMLSelectElement;
    select.value = mode;
    // One comparison needs no word about the others, unless it is to be false.
    select.hidden = isOuter && parts.length < 2 && !mode.startsWith('not');
    element.setAttribute('aria-label', select.selectedOptions[0]!.text);
    inner('remove').hidden = isOuter;
    inner('add').hidden = before.length === 0;
    const isDeepest = path.length + 1 >= MAX_LEVELS;
    inner('add-group').hidden = before.length === 0 || parts.length === 0 || isDeepest;
    inner('deepest').hidden = path.length + 1 !== MAX_LEVELS;
    inner('parts').replaceChildren(
      ...parts.map((part, index) => {
        const place = [...path, index];
        if (!isGroup(part)) return this.rowFor(part, place, before);
        const item = document.createElement('li');
        item.className = 'nested';
        item.append(this.groupFor(part, place, before));
        return item;
      }),
    );
    return element;
  }

  private rowFor(comparison: Comparison, path: number[], before: readonly Field[]): HTMLElement {
    const { words } = this.tools;
    const row = this.copyOf('row');
    row.dataset.conditionPath = path.join('.');
    const select = (name: string) => row.querySelector<HTMLSelectElement>(`[data-comparison-${name}]`)!;
    for (const each of before) select('field').add(new Option(words.nameOf(each), each.key));
    select('field').value = comparison.field;
    const field = before.find(({ key }) => key === comparison.field);
    const name = nameOfComparison(comparison);
    if (!field) return row;
    for (const [value, text] of choicesFor(field))
      select('name').add(new Option(words.fill(text, {}), value));
    select('name').value = field.kind === 'checkbox' ? tickOf(comparison) : name;
    row
      .querySelector('[data-comparison-operands]')!
      .append(...this.operandFor(field, name, comparison[name]));
    return row;
  }

  private operandFor(field: Field, name: ComparisonName, value: unknown): HTMLElement[] {
    const { kind, options } = field;
    if (isAboutEmptiness(name) || kind === 'checkbox') return [];
    const [control, list] = takesOther(field)
      ? openChoice(options!)
      : [document.createElement(options ? 'select' : 'input')];
    control.className = 'input';
    control.dataset.comparisonOperand = '';
    control.setAttribute('aria-label', this.tools.words.fill('comparedWith', {}));
    if (control instanceof HTMLSelectElement)
      for (const option of options ?? []) control.add(new Option(option.label, option.value));
    else if (kind === 'chosen_date') control.type = 'date';
    control.value = typeof value === 'string' ? value : '';
    return list ? [control, list] : [control];
  }

  /** Keeps the focus on the control at the same position. */
  private keepingFocus(replace: () => void): void {
    const controls = () => [...this.root.querySelectorAll<HTMLElement>('select, input, button')];
    const at = controls().indexOf(document.activeElement as HTMLElement);
    replace();
    if (at >= 0) controls()[at]?.focus({ preventScroll: true });
  }

  private copyOf(template: string): HTMLElement {
    const { content } = this.part<HTMLTemplateElement>(template);
    return content.firstElementChild!.cloneNode(true) as HTMLElement;
  }

  /** A part of what stands at a place of the condition. */
  private find<Part extends HTMLElement = HTMLElement>(path: number[], part: string): Part | null {
    return this.root.querySelector<Part>(`[data-condition-path="${path.join('.')}"] ${part}`);
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

const tickOf = ({ is, isNot, notEmpty }: Comparison) =>
  is === true || isNot === false || notEmpty === true ? 'ticked' : 'unticked';

function firstComparison(field: Field): Comparison {
  return comparisonOf(field, comparisonsFor(field.kind)[0]!, field.options?.[0]?.value ?? '');
}

function comparisonOf(field: Field, name: ComparisonName, typed: string): Comparison {
  const { key, kind, options } = field;
  if (kind === 'checkbox') return { field: key, is: (name as string) !== 'unticked' };
  if (isAboutEmptiness(name)) return { field: key, [name]: true };
  if (options) return { field: key, [name]: typed.trim() || options[0]!.value };
  const isNumber = kind === 'number' || kind === 'formula';
  return { field: key, [name]: isNumber && typed.trim() !== '' ? decimalOf(typed.trim()) : typed.trim() };
}

/** Where the group or comparison stands to which a control belongs: indices from the outside in. */
function pathOf(element: Element): number[] {
  const { conditionPath } = element.closest<HTMLElement>('[data-condition-path]')!.dataset;
  return conditionPath === '' ? [] : conditionPath!.split('.').map(Number);
}

function groupAt(group: ConditionGroup, [index, ...rest]: number[]): ConditionGroup {
  const part = index === undefined ? undefined : group.parts[index];
  return part && isGroup(part) ? groupAt(part, rest) : group;
}
