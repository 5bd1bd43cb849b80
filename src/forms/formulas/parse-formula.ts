import { type Decimal, MAX_DIGITS, toDecimal } from '../numbers/decimal.js';

/** A formula as a tree. */
export type Formula =
  | { kind: 'number'; value: Decimal }
  | { kind: 'field'; key: string; position: number }
  | { kind: 'negative'; operand: Formula }
  | { kind: Operator; left: Formula; right: Formula }
  | { kind: 'sum' | 'min' | 'max'; operands: readonly Formula[] }
  | { kind: 'round'; operand: Formula; decimals: number }
  | { kind: 'if'; comparison: FormulaComparison; then: Formula; otherwise: Formula };

export type Operator = '+' | '-' | '*' | '/';
export type Relation = '=' | '<>' | '<' | '<=' | '>' | '>=';
export interface FormulaComparison {
  relation: Relation;
  left: Formula;
  right: Formula;
}

/** Parentheses, functions and signs inside each other. */
const MAX_DEPTH = 20;
const MAX_ROUNDED = 20;
const TOKEN = / *(?:(\d+(?:\.\d+)?)|([a-z][a-z0-9_]*)|(<>|<=|>=|[-+*/(),=<>]))/y;
const RELATIONS: readonly Relation[] = ['=', '<>', '<', '<=', '>', '>='];
const FUNCTIONS = ['sum', 'min', 'max', 'round', 'if'] as const;

interface Token {
  kind: 'number' | 'word' | 'sign' | 'end';
  text: string;
  /** Of its first character, from 1. */
  position: number;
}

export class FormulaError extends Error {
  /** @param position - of the first character that is wrong, from 1 */
  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads a formula: numbers, keys of fields, `+ - * /`, parentheses and the functions `sum`, `min`, `max`, `round` and `if`.
 * @throws FormulaError
 */
export function parseFormula(text: string): Formula {
  return new Parser(tokensOf(text)).formula();
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const [all, number, word, sign] = TOKEN.exec(text) ?? [];
    const position = at + (/^ */.exec(text.slice(at))![0].length + 1);
    if (all === undefined)
      throw new FormulaError(position, `cannot begin with '${text.charAt(position - 1)}' here`);
    const kind = number !== undefined ? 'number' : word !== undefined ? 'word' : 'sign';
    tokens.push({ kind, text: number ?? word ?? sign ?? '', position });
    at += all.length;
  }
  return [...tokens, { kind: 'end', text: '', position: end + 1 }];
}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  formula(): Formula {
    const formula = this.terms();
    if (this.next.kind !== 'end') throw this.unexpected('an operator or the end');
    return formula;
  }

  private get next(): Token {
    return this.tokens[this.at]!;
  }

  private unexpected(expected: string): FormulaError {
    const { kind, text, position } = this.next;
    return new FormulaError(
      position,
      `has ${kind === 'end' ? 'its end' : `'${text}'`} where ${expected} must be`,
    );
  }

  private take(): Token {
    const token = this.next;
    this.at += 1;
    return token;
  }

  private isSign(...signs: readonly string[]): boolean {
    return this.next.kind === 'sign' && signs.includes(this.next.text);
  }

  private expect(sign: string): void {
    if (!this.isSign(sign)) throw this.unexpected(`'${sign}'`);
    this.at += 1;
  }

  private terms(): Formula {
    let left = this.factors();
    while (this.isSign('+', '-')) {
      const kind = this.take().text as Operator;
      left = { kind, left, right: this.factors() };
    }
    return left;
  }

  private factors(): Formula {
    let left = this.operand();
    while (this.isSign('*', '/')) {
      const kind = this.take().text as Operator;
      left = { kind, left, right: this.operand() };
    }
    return left;
  }

  private operand(): Formula {
    const { position } = this.next;
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new FormulaError(position, `is nested deeper than ${MAX_DEPTH} levels`);
    const operand = this.plainOperand();
    this.depth -= 1;
    return operand;
  }

  private plainOperand(): Formula {
    const token = this.next;
    if (this.isSign('-')) {
      this.at += 1;
      return { kind: 'negative', operand: this.operand() };
    }
    if (this.isSign('(')) {
      this.at += 1;
      const inner = this.terms();
      this.expect(')');
      return inner;
    }
    if (token.kind === 'number') return { kind: 'number', value: this.number() };
    if (token.kind !== 'word') throw this.unexpected('a number, a field or a function');
    this.at += 1;
    return this.isSign('(') ? this.call(token) : { kind: 'field', key: token.text, position: token.position };
  }

  private number(): Decimal {
    const { text, position } = this.take();
    const value = toDecimal(text);
    if (value === null) throw new FormulaError(position, `has a number of more than ${MAX_DIGITS} digits`);
    return value;
  }

  private call({ text, position }: Token): Formula {
    const name = FUNCTIONS.find((each) => each === text);
    if (name === undefined)
      throw new FormulaError(position, `has the function '${text}', but knows only ${FUNCTIONS.join(', ')}`);
    this.expect('(');
    const called = this.called(name);
    this.expect(')');
    return called;
  }

  private called(name: (typeof FUNCTIONS)[number]): Formula {
    if (name === 'if') return this.choice();
    const operands = [this.terms()];
    if (name === 'round') {
      this.expect(',');
      return { kind: 'round', operand: operands[0]!, decimals: this.decimals() };
    }
    while (this.isSign(',')) {
      this.at += 1;
      operands.push(this.terms());
    }
    return { kind: name, operands };
  }

  private choice(): Formula {
    const left = this.terms();
    const relation = RELATIONS.find((each) => this.isSign(each));
    if (relation === undefined) throw this.unexpected(`one of ${RELATIONS.join(' ')}`);
    this.at += 1;
    const comparison = { relation, left, right: this.terms() };
    this.expect(',');
    const then = this.terms();
    this.expect(',');
    return { kind: 'if', comparison, then, otherwise: this.terms() };
  }

  private decimals(): number {
    const { kind, text, position } = this.take();
    if (kind === 'number' && /^\d{1,2}$/.test(text) && Number(text) <= MAX_ROUNDED) return Number(text);
    throw new FormulaError(position, `must round to a whole number of decimals from 0 to ${MAX_ROUNDED}`);
  }
}

/** The fields that a formula refers to, in the order in which they appear. */
export function fieldsIn(formula: Formula): { key: string; position: number }[] {
  switch (formula.kind) {
    case 'number':
      return [];
    case 'field':
      return [formula];
    case 'negative':
    case 'round':
      return fieldsIn(formula.operand);
    case 'sum':
    case 'min':
    case 'max':
      return formula.operands.flatMap(fieldsIn);
    case 'if': {
      const { comparison, then, otherwise } = formula;
      return [comparison.left, comparison.right, then, otherwise].flatMap(fieldsIn);
    }
    case '+':
    case '-':
    case '*':
    case '/':
      return [formula.left, formula.right].flatMap(fieldsIn);
  }
}
