import { MAX_ROW_BYTES, type RowFault, rowFault, rowTooLarge } from '../domain/row-fault.js';

/** An object of a JSON array, or of a line of NDJSON. */
export interface JsonRow {
  /** In which it begins, from 1. */
  line: number;
  /** Null if it has a fault. */
  members: ReadonlyMap<string, unknown> | null;
  fault: RowFault | null;
}

const WHITESPACE = new Set([' ', '\t', '\n', '\r']);

/** Splits NDJSON into its lines, and a JSON array into its elements, without holding more than one of them. */
export class JsonRows {
  private element = '';
  private isTooLarge = false;
  private line = 1;
  private begun = 1;
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private endedInReturn = false;
  /** Of an array: what may come next. */
  private expects: 'array' | 'first' | 'element' | 'separator' | 'nothing' = 'array';

  constructor(private readonly format: 'json' | 'ndjson') {}

  /** @throws RowFault for text after which a JSON array cannot be read on */
  write(text: string): JsonRow[] {
    const rows: JsonRow[] = [];
    for (const character of text) {
      const isContinued = character === '\n' && this.endedInReturn;
      this.endedInReturn = character === '\r';
      const row = this.format === 'json' ? this.readArray(character) : this.readLine(character);
      if (row) rows.push(row);
      if ((character === '\n' && !isContinued) || character === '\r') this.line++;
    }
    return rows;
  }

  /** @throws RowFault if a JSON array has not ended */
  end(): JsonRow[] {
    if (this.format === 'json') {
      if (this.expects !== 'nothing') throw new BrokenArray(this.line, 'the array does not end');
      return [];
    }
    const row = this.readLine('\n');
    return row ? [row] : [];
  }

  private readLine(character: string): JsonRow | null {
    if (character !== '\n' && character !== '\r') {
      if (this.element === '' && !this.isTooLarge) this.begun = this.line;
      this.add(character);
      return null;
    }
    if (this.element.trim() === '' && !this.isTooLarge) {
      this.element = '';
      return null;
    }
    return this.take();
  }

  private readArray(character: string): JsonRow | null {
    if (this.depth > 0) return this.readInside(character);
    if (WHITESPACE.has(character)) return null;
    switch (this.expects) {
      case 'array':
        if (character !== '[') throw new BrokenArray(this.line, 'it is no array');
        this.expects = 'first';
        return null;
      case 'first':
      case 'element':
        if (character === ']' && this.expects === 'first') {
          this.expects = 'nothing';
          return null;
        }
        if (character !== '{') throw new BrokenArray(this.line, 'an element is no object');
        this.begun = this.line;
        this.depth = 1;
        this.add(character);
        return null;
      case 'separator':
        if (character !== ',' && character !== ']')
          throw new BrokenArray(this.line, 'a comma is missing between two elements');
        this.expects = character === ',' ? 'element' : 'nothing';
        return null;
      case 'nothing':
        throw new BrokenArray(this.line, 'something follows the array');
    }
  }

  private readInside(character: string): JsonRow | null {
    this.add(character);
    if (this.isEscaped) this.isEscaped = false;
    else if (this.isInText) {
      if (character === '\\') this.isEscaped = true;
      else if (character === '"') this.isInText = false;
    } else if (character === '"') this.isInText = true;
    else if (character === '{' || character === '[') this.depth++;
    else if (character === '}' || character === ']') this.depth--;
    if (this.depth > 0) return null;
    this.expects = 'separator';
    return this.take();
  }

  private add(character: string): void {
    if (this.isTooLarge) return;
    this.element += character;
    if (this.element.length <= MAX_ROW_BYTES) return;
    this.isTooLarge = true;
    this.element = '';
  }

  private take(): JsonRow {
    const { element, begun: line } = this;
    const isTooLarge = this.isTooLarge || Buffer.byteLength(element) > MAX_ROW_BYTES;
    this.element = '';
    this.isTooLarge = false;
    if (isTooLarge) return { line, members: null, fault: rowTooLarge(line) };
    return readObject(element, line);
  }
}

/** A JSON array that cannot be read any further. */
export class BrokenArray extends Error {
  constructor(
    readonly line: number,
    readonly problem: string,
  ) {
    super(problem);
  }
}

function readObject(text: string, line: number): JsonRow {
  const wrong = (problem: string): JsonRow => ({
    line,
    members: null,
    fault: rowFault('row_json', line, `The row in line ${line} ${problem}`),
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong('is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('is no JSON object');
  if (memberNames(text) !== Object.keys(value).length) return wrong('names a member twice');
  const members = new Map<string, unknown>(Object.entries(value));
  const [deep] = [...members].find(([, member]) => !isFlat(member)) ?? [];
  if (deep !== undefined)
    return wrong('has an object as a value: values are texts, numbers, true, false, null or arrays of texts');
  if (!isWritable(value)) return wrong('has a number that is too large, or half of a character');
  return { line, members, fault: null };
}

/** Whether it can be stored and written as JSON again: numbers are finite, and texts have no lone surrogates. */
const isWritable = (value: object): boolean =>
  Object.entries(value).every(([name, member]) =>
    [name, member].flat().every((each) => {
      if (typeof each === 'number') return Number.isFinite(each);
      return typeof each !== 'string' || each.isWellFormed();
    }),
  );

const isFlat = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'));

/** How many names the members of an object have, of which JSON.parse keeps the last of those that repeat. */
function memberNames(text: string): number {
  let depth = 0;
  let names = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/gs)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (token === ':' && depth === 1) names++;
  }
  return names;
}
