import { type FormulaTree, type RandomField, type RandomForm, RESULT_DECIMALS } from './random-forms.js';

/** An exact fraction; the denominator is positive. */
interface Fraction {
  over: bigint;
  under: bigint;
}

type Held = null | boolean | string | string[];

/**
 * What fields of a form show and hold, found in another way than the service does: each on demand, straight from the
 * definition, with fractions in place of decimals.
 */
export class FormOracle {
  private readonly fields: ReadonlyMap<string, RandomField>;

  constructor(private readonly form: RandomForm) {
    this.fields = new Map(form.definition.fields.map((field) => [field.key, field]));
  }

  isShown(key: string): boolean {
    const { showIf } = this.fields.get(key)!;
    return showIf === undefined || this.holds(showIf as Record<string, unknown>);
  }

  held(key: string): Held {
    if (!this.isShown(key)) return null;
    const tree = this.form.formulas.get(key);
    if (tree === undefined) return this.form.meant.get(key) as Held;
    try {
      const result = this.result(tree);
      return result === 'none' ? null : printed(result);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  private holds(condition: Record<string, unknown>): boolean {
    const [[name, inner] = ['', null]] = Object.entries(condition);
    if (name === 'not') return !this.holds(inner as Record<string, unknown>);
    if (name === 'all') return !(inner as Record<string, unknown>[]).some((each) => !this.holds(each));
    if (name === 'any') return (inner as Record<string, unknown>[]).some((each) => this.holds(each));
    const { field, ...comparison } = condition;
    const [[operator, operand] = ['', null]] = Object.entries(comparison);
    return this.compares(field as string, operator, operand);
  }

  private compares(key: string, operator: string, operand: unknown): boolean {
    const value = this.held(key);
    const isEmpty = value === null || value === false || value === '' || value.toString() === '';
    if (operator === 'isEmpty') return isEmpty;
    if (operator === 'notEmpty') return !isEmpty;
    if (operator === 'isNot') return !this.compares(key, 'is', operand);
    if (operator === 'in') return (operand as unknown[]).some((each) => this.compares(key, 'is', each));
    if (value === null) return false;
    if (operator === 'contains') return (value as string).split(operand as string).length > 1;
    if (operator === 'includes') return (value as string[]).indexOf(operand as string) >= 0;
    const order = this.order(key, value, operand);
    if (operator === 'is') return order === 0;
    return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator]!;
  }

  private order(key: string, value: Held, operand: unknown): number {
    if (!['number', 'formula'].includes(this.fields.get(key)!.kind))
      return value === operand ? 0 : String(value) < String(operand) ? -1 : 1;
    return difference(fraction(value as string), fraction(String(operand)));
  }

  private result(tree: FormulaTree): Fraction | 'none' {
    if ('number' in tree) return fraction(tree.number);
    if ('field' in tree) {
      const value = this.held(tree.field);
      return value === null ? 'none' : fraction(value as string);
    }
    if ('relation' in tree) return this.result(this.isTrue(tree) ? tree.then : tree.otherwise);
    if ('call' in tree) {
      const known = tree.operands.map((each) => this.result(each)).filter((each) => each !== 'none');
      if (tree.call === 'sum') return known.reduce((a, b) => computed('+', a, b), fraction('0'));
      const sorted = [...known].sort(difference);
      return (tree.call === 'min' ? sorted[0] : sorted.at(-1)) ?? 'none';
    }
    const [left, right] = [this.result(tree.left), this.result(tree.right)];
    return left === 'none' || right === 'none' ? 'none' : computed(tree.operator, left, right);
  }

  private isTrue({ left, right, relation }: Extract<FormulaTree, { relation: string }>): boolean {
    const [a, b] = [this.result(left), this.result(right)];
    if (a === 'none' || b === 'none') return relation === '<>';
    const order = difference(a, b);
    return { '=': order === 0, '<>': order !== 0, '<': order < 0, '>=': order >= 0 }[relation];
  }
}

function fraction(text: string): Fraction {
  const [whole, decimals = ''] = text.split('.');
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
}

function computed(operator: '+' | '-' | '*' | '/', a: Fraction, b: Fraction): Fraction {
  if (operator === '*') return { over: a.over * b.over, under: a.under * b.under };
  if (operator !== '/') {
    const other = operator === '-' ? -b.over : b.over;
    return { over: a.over * b.under + other * a.under, under: a.under * b.under };
  }
  if (b.over === 0n) throw new RangeError('Division by zero');
  const sign = b.over < 0n ? -1n : 1n;
  return { over: sign * a.over * b.under, under: sign * a.under * b.over };
}

function difference(a: Fraction, b: Fraction): number {
  const order = a.over * b.under - b.over * a.under;
  return order === 0n ? 0 : order < 0n ? -1 : 1;
}

/** Rounded half to even, in the shortest spelling. */
function printed({ over, under }: Fraction): string {
  const scaled = (over < 0n ? -over : over) * 10n ** BigInt(RESULT_DECIMALS);
  const below = scaled / under;
  const rest = 2n * (scaled - below * under);
  const digits = rest > under || (rest === under && below % 2n === 1n) ? below + 1n : below;
  if (digits === 0n) return '0';
  const padded = digits.toString().padStart(RESULT_DECIMALS + 1, '0');
  const text = `${padded.slice(0, -RESULT_DECIMALS)}.${padded.slice(-RESULT_DECIMALS)}`;
  return `${over < 0n ? '-' : ''}${text.replace(/\.?0+$/, '')}`;
}
