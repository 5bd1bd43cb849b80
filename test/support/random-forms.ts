import { type Random } from '../../scripts/mrz/random.js';

/** A formula as the generator made it. */
export type FormulaTree =
  | { number: string }
  | { field: string }
  | { operator: '+' | '-' | '*' | '/'; left: FormulaTree; right: FormulaTree }
  | { call: 'sum' | 'min' | 'max'; operands: FormulaTree[] }
  | {
      relation: '=' | '<>' | '<' | '>=';
      left: FormulaTree;
      right: FormulaTree;
      then: FormulaTree;
      otherwise: FormulaTree;
    };

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type RandomField = { key: string; kind: string; role: string } & { [name: string]: Json };

/** A form with what was filled in, and what that means. */
export interface RandomForm {
  definition: { roles: { key: string; order: number }[]; fields: RandomField[] };
  filled: { values: Record<string, Json>; entries: Record<string, string | string[]> };
  reader: { today: string; locale: string };
  /** What each field would hold if it were shown. */
  meant: ReadonlyMap<string, Json>;
  formulas: ReadonlyMap<string, FormulaTree>;
}

/** Decimals of the results of formulas. */
export const RESULT_DECIMALS = 6;

const OPTIONS = ['red', 'green', 'blue'];
const WORDS = ['', 'yes', 'no', 'Zoë', 'yes indeed', 'ähnlich', '日本'];
const KINDS = [
  'text',
  'number',
  'number',
  'chosen_date',
  'choice',
  'radio',
  'checkbox',
  'checkboxes',
  'formula',
  'label',
  'signature',
];
const LOCALES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];
const MARKS: Record<string, string> = { en: '.' };
const PLACE = { document: 1, page: 1, x: 10, y: 10, width: 100, height: 20 };

/** A valid form: the fields refer to those of the same or an earlier role, and stand in any order. */
export function randomForm(random: Random, size = 3 + random.below(10)): RandomForm {
  const locale = random.pick(LOCALES);
  const roles = Array.from({ length: 1 + random.below(3) }, (_, index) => ({
    key: `role${index}`,
    order: 1 + random.below(2),
  }));
  const fields: RandomField[] = [];
  const formulas = new Map<string, FormulaTree>();
  for (let index = 0; index < size; index++) {
    const role = random.pick(roles);
    const earlier = fields.filter((field) => field.role === role.key || orderOf(field) < role.order);
    fields.push(randomField(random, `f${index}`, role.key, earlier, formulas));
  }
  function orderOf(field: RandomField): number {
    return roles.find(({ key }) => key === field.role)!.order;
  }
  const meant = new Map<string, Json>();
  const filled: RandomForm['filled'] = { values: {}, entries: {} };
  for (const field of fields) fillIn(random, field, locale, meant, filled);
  return {
    definition: { roles, fields: shuffled(random, fields) },
    filled,
    reader: { today: '2026-03-01', locale },
    meant,
    formulas,
  };
}

export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}

function randomField(
  random: Random,
  key: string,
  role: string,
  earlier: readonly RandomField[],
  formulas: Map<string, FormulaTree>,
): RandomField {
  const kind = random.pick(KINDS);
  const field: RandomField = { key, kind, role, places: [PLACE] };
  if (!['label', 'signature'].includes(kind)) field.required = random.chance(0.3);
  if (['choice', 'radio', 'checkboxes'].includes(kind)) field.options = OPTIONS.map((value) => ({ value }));
  if (['radio', 'checkboxes'].includes(kind)) field.places = OPTIONS.map((option) => ({ ...PLACE, option }));
  if (kind === 'label') field.text = 'Read this';
  if (kind === 'formula') {
    const numbers = earlier
      .filter((each) => ['number', 'formula'].includes(each.kind))
      .map((each) => each.key);
    const tree = randomTree(random, numbers, 3);
    formulas.set(key, tree);
    Object.assign(field, { formula: written(tree), validation: { decimals: RESULT_DECIMALS } });
  }
  const comparable = earlier.filter((each) => !['label', 'signature'].includes(each.kind));
  if (comparable.length > 0 && random.chance(0.6)) field.showIf = randomCondition(random, comparable, 3);
  return field;
}

function randomCondition(random: Random, fields: readonly RandomField[], depth: number): Json {
  if (depth === 0 || random.chance(0.4)) return randomComparison(random, random.pick(fields));
  if (random.chance(0.25)) return { not: randomCondition(random, fields, depth - 1) };
  const parts = Array.from({ length: 1 + random.below(3) }, () => randomCondition(random, fields, depth - 1));
  return { [random.pick(['all', 'any'])]: parts };
}

function randomComparison(random: Random, { key, kind }: RandomField): Json {
  const emptiness = random.pick(['isEmpty', 'notEmpty']);
  if (random.chance(0.2)) return { field: key, [emptiness]: true };
  if (kind === 'checkboxes') return { field: key, includes: random.pick(OPTIONS) };
  const operand = () => operandFor(random, kind);
  const names = ['is', 'isNot', ...(kind === 'checkbox' ? [] : ['in'])];
  if (['number', 'formula', 'chosen_date'].includes(kind)) names.push('gt', 'gte', 'lt', 'lte');
  if (kind === 'text') names.push('contains');
  const name = random.pick(names);
  return { field: key, [name]: name === 'in' ? [operand(), operand()] : operand() };
}

function operandFor(random: Random, kind: string): Json {
  if (kind === 'checkbox') return random.chance(0.5);
  if (['choice', 'radio'].includes(kind)) return random.pick(OPTIONS);
  if (kind === 'chosen_date') return randomDay(random);
  if (kind === 'text') return random.pick(WORDS.slice(1));
  return random.chance(0.3) ? random.below(5) : randomNumber(random);
}

const randomDay = (random: Random) => `2026-0${1 + random.below(3)}-1${random.below(4)}`;

/** A canonical decimal; small, so that values are often equal. */
function randomNumber(random: Random): string {
  const whole = `${random.chance(0.2) ? '-' : ''}${1 + random.below(12)}`;
  return random.pick(['0', whole, whole, `${whole}.5`, `${whole}.25`, `${whole}234.125`]);
}

function fillIn(
  random: Random,
  field: RandomField,
  locale: string,
  meant: Map<string, Json>,
  { values, entries }: RandomForm['filled'],
): void {
  const { key, kind } = field;
  const value = valueFor(random, kind);
  meant.set(key, value);
  if (value === undefined || ['label', 'signature', 'formula'].includes(kind)) meant.set(key, null);
  else if (random.chance(0.5)) values[key] = value;
  else if (random.chance(0.2)) suggest(field, value);
  else entries[key] = entryFor(kind, value, locale);
}

function suggest(field: RandomField, value: Json): void {
  field.value = value;
}

function valueFor(random: Random, kind: string): Json {
  if (kind === 'checkbox') return random.chance(0.5);
  if (random.chance(0.2)) return null;
  if (kind === 'checkboxes') {
    const ticked = OPTIONS.filter(() => random.chance(0.5));
    return ticked.length === 0 ? null : ticked;
  }
  if (['choice', 'radio'].includes(kind)) return random.pick(OPTIONS);
  if (kind === 'chosen_date') return randomDay(random);
  if (kind === 'text') return random.pick(WORDS) || null;
  return randomNumber(random);
}

function entryFor(kind: string, value: Json, locale: string): string | string[] {
  if (kind === 'checkbox') return value === true ? 'yes' : '';
  if (Array.isArray(value)) return [...value].reverse() as string[];
  if (value === null) return '';
  const text = value as string;
  if (kind === 'chosen_date') return text.replace(/-0/g, '-');
  if (kind === 'text') return `  ${text} `;
  if (kind !== 'number') return text;
  const plain = text.replace('.', MARKS[locale] ?? ',');
  // Three digits after a single mark would be ambiguous in some languages.
  return /\.\d{3}$/.test(text) ? `${plain}0` : plain;
}

function randomTree(random: Random, fields: readonly string[], depth: number): FormulaTree {
  if (depth === 0 || random.chance(0.3)) return randomLeaf(random, fields);
  const inner = () => randomTree(random, fields, depth - 1);
  if (random.chance(0.2))
    return {
      call: random.pick(['sum', 'min', 'max']),
      operands: Array.from({ length: 1 + random.below(3) }, inner),
    };
  if (random.chance(0.2)) {
    const [left, right] = [randomLeaf(random, fields), randomLeaf(random, fields)];
    return { relation: random.pick(['=', '<>', '<', '>=']), left, right, then: inner(), otherwise: inner() };
  }
  return { operator: random.pick(['+', '-', '*', '/']), left: inner(), right: inner() };
}

function randomLeaf(random: Random, fields: readonly string[]): FormulaTree {
  if (fields.length > 0 && random.chance(0.7)) return { field: random.pick(fields) };
  return { number: randomNumber(random).replace('-', '') };
}

const BINDS = { '+': 1, '-': 1, '*': 2, '/': 2 };

/** With no more parentheses than the precedence of operators needs. */
function written(tree: FormulaTree, binds = 0): string {
  if ('number' in tree) return tree.number;
  if ('field' in tree) return tree.field;
  if ('call' in tree) return `${tree.call}(${tree.operands.map((each) => written(each)).join(', ')})`;
  if ('relation' in tree) {
    const { left, relation, right, then, otherwise } = tree;
    return `if(${written(left)} ${relation} ${written(right)}, ${written(then)}, ${written(otherwise)})`;
  }
  const own = BINDS[tree.operator];
  const text = `${written(tree.left, own)} ${tree.operator} ${written(tree.right, own + 1)}`;
  return own < binds ? `(${text})` : text;
}
