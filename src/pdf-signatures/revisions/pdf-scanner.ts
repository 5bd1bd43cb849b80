/** A name, with its escapes resolved and without the slash (ISO 32000-2 §7.3.5). */
export class ScannedName {
  constructor(readonly text: string) {}
}

export class ScannedRef {
  constructor(
    readonly number: number,
    readonly generation: number,
  ) {}
}

export type ScannedDict = ReadonlyMap<string, ScannedValue>;
/** A value of a PDF. Of strings only the presence is known. */
export type ScannedValue =
  number | boolean | null | 'string' | ScannedName | ScannedRef | ScannedDict | ScannedValue[];

/** Thrown where the bytes are not PDF syntax. */
export class SyntaxFault extends Error {}

const MAX_DEPTH = 200;
/**
 * Keys that affect no page: obsolete (ISO 32000-2 §14.2), or about the document (§14.3.3). Some programs write them
 * twice.
 */
const WITHOUT_EFFECT = new Set(
  'ProcSet Title Author Subject Keywords Creator Producer CreationDate ModDate'.split(' '),
);
const MAX_DIGITS = 10;
const NUMBER = /^[+\-.\d]+$/;
/** Numbers that all programs read alike. */
const PLAIN_NUMBER = /^[+-]?(?=\.?\d)\d{0,10}(?:\.\d{0,20})?$/;

/** By byte: 1 for white space, 2 for delimiters, 0 for all others (ISO 32000-2 §7.2.3). */
const KINDS = new Uint8Array(256);
for (const space of [0, 9, 10, 12, 13, 32]) KINDS[space] = 1;
for (const delimiter of Buffer.from('()<>[]{}/%')) KINDS[delimiter] = 2;

const code = (character: string) => character.charCodeAt(0);
const [LF, CR] = [10, 13];
const [PERCENT, SLASH, BACKSLASH] = ['%', '/', '\\'].map(code);
const [OPEN, CLOSE, LESS, GREATER] = ['(', ')', '<', '>'].map(code);
const [LEFT, RIGHT, ZERO] = ['[', ']', '0'].map(code);

export const isSpace = (byte: number | undefined): boolean => byte !== undefined && KINDS[byte] === 1;

/** Reads PDF syntax byte by byte (ISO 32000-2 §7.2 and §7.3), in time proportional to the bytes read. */
export class PdfScanner {
  /** Set when a dictionary has a key twice; reset it before reading an object. */
  hasKeyTwice = false;
  /** Set when a number is written so that programs read it differently; reset it likewise. */
  hasOddNumber = false;
  /** The numbers of all objects that were referred to; reset it likewise. */
  referred = new Set<number>();

  constructor(
    readonly bytes: Buffer,
    public at = 0,
    readonly end = bytes.length,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  /** Skips white space and, by default, comments. */
  skipSpace(skipsComments = true): void {
    while (this.at < this.end) {
      const byte = this.bytes[this.at]!;
      if (KINDS[byte] === 1) this.at++;
      else if (byte === PERCENT && skipsComments) this.skipLine();
      else return;
    }
  }

  private skipLine(): void {
    while (this.at < this.end && this.bytes[this.at] !== LF && this.bytes[this.at] !== CR) this.at++;
  }

  /** Skips this text if it is next. */
  takes(text: string): boolean {
    if (this.at + text.length > this.end) return false;
    for (let index = 0; index < text.length; index++)
      if (this.bytes[this.at + index] !== text.charCodeAt(index)) return false;
    this.at += text.length;
    return true;
  }

  /** The same, if no further regular character follows. */
  takesWord(word: string): boolean {
    const after = this.at + word.length;
    if (after < this.end && KINDS[this.bytes[after]!] === 0) return false;
    return this.takes(word);
  }

  isAtWord(word: string): boolean {
    const from = this.at;
    const isNext = this.takesWord(word);
    this.at = from;
    return isNext;
  }

  /** An unsigned integer; null, without reading anything, if none is next. */
  integer(): number | null {
    let value = 0;
    let at = this.at;
    for (let byte = this.bytes[at]; isDigit(byte) && at < this.end; byte = this.bytes[++at])
      value = value * 10 + byte! - ZERO!;
    const isWhole =
      at > this.at && at - this.at <= MAX_DIGITS && (at >= this.end || KINDS[this.bytes[at]!] !== 0);
    if (!isWhole) return null;
    this.at = at;
    return value;
  }

  /** The beginning of an object, as in `4 0 obj`; null, without reading anything, if none is next. */
  objectStart(): ScannedRef | null {
    const from = this.at;
    const number = this.integer();
    if (number !== null) {
      this.skipSpace(false);
      const generation = this.integer();
      this.skipSpace(false);
      if (generation !== null && this.takesWord('obj')) return new ScannedRef(number, generation);
    }
    this.at = from;
    return null;
  }

  /** @throws SyntaxFault */
  value(depth = 0): ScannedValue {
    if (depth > MAX_DEPTH) throw new SyntaxFault(`More than ${MAX_DEPTH} levels`);
    this.skipSpace();
    const next = this.bytes[this.at];
    if (next === SLASH) return this.name();
    if (next === OPEN) return this.literalString();
    if (next === LEFT) return this.array(depth);
    if (next !== LESS) return this.numberOrWord();
    return this.bytes[this.at + 1] === LESS ? this.dictionary(depth) : this.hexString();
  }

  private word(): string {
    const from = this.at;
    while (this.at < this.end && KINDS[this.bytes[this.at]!] === 0) this.at++;
    return this.bytes.toString('latin1', from, this.at);
  }

  private numberOrWord(): ScannedValue {
    const whole = this.integer();
    if (whole !== null) return this.reference(whole) ?? whole;
    const word = this.word();
    if (NUMBER.test(word)) {
      if (!PLAIN_NUMBER.test(word)) this.hasOddNumber = true;
      return Number(word);
    }
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    throw new SyntaxFault(`No value at ${this.at}`);
  }

  private reference(number: number): ScannedRef | null {
    const from = this.at;
    if (KINDS[this.bytes[this.at]!] !== 2) {
      this.skipSpace();
      const generation = isDigit(this.bytes[this.at]) ? this.integer() : null;
      if (generation !== null) this.skipSpace();
      if (generation !== null && this.takesWord('R')) {
        this.referred.add(number);
        return new ScannedRef(number, generation);
      }
    }
    this.at = from;
    return null;
  }

  private name(): ScannedName {
    this.at++;
    const word = this.word();
    return new ScannedName(
      word.includes('#')
        ? word.replace(/#([0-9A-Fa-f]{2})/g, (_all, digits: string) =>
            String.fromCharCode(parseInt(digits, 16)),
          )
        : word,
    );
  }

  private literalString(): 'string' {
    for (let open = 0; this.at < this.end; this.at++) {
      const byte = this.bytes[this.at];
      if (byte === BACKSLASH) this.at++;
      else if (byte === OPEN) open++;
      else if (byte === CLOSE && --open === 0) {
        this.at++;
        return 'string';
      }
    }
    throw new SyntaxFault('A string without an end');
  }

  private hexString(): 'string' {
    const end = this.bytes.indexOf(GREATER!, this.at);
    for (this.at++; end !== -1 && this.at < end; this.at++) {
      const byte = this.bytes[this.at]!;
      if (KINDS[byte] !== 1 && !isHexDigit(byte)) break;
    }
    if (end === -1 || this.at !== end || end >= this.end) throw new SyntaxFault('A broken string');
    this.at++;
    return 'string';
  }

  private array(depth: number): ScannedValue[] {
    const items: ScannedValue[] = [];
    for (this.at++; ;) {
      this.skipSpace();
      if (this.isAtEnd) throw new SyntaxFault('An array without an end');
      if (this.bytes[this.at] === RIGHT) break;
      items.push(this.value(depth + 1));
    }
    this.at++;
    return items;
  }

  private dictionary(depth: number): ScannedDict {
    const entries = new Map<string, ScannedValue>();
    for (this.at += 2; ;) {
      this.skipSpace();
      if (this.takes('>>')) return entries;
      if (this.bytes[this.at] !== SLASH) throw new SyntaxFault('A dictionary with something other than keys');
      const { text } = this.name();
      const value = this.value(depth + 1);
      if (entries.has(text) && !WITHOUT_EFFECT.has(text) && !isSame(entries.get(text), value))
        this.hasKeyTwice = true;
      entries.set(text, value);
    }
  }
}

/** Whether two values are certainly equal. */
function isSame(one: ScannedValue | undefined, other: ScannedValue): boolean {
  if (one instanceof ScannedName && other instanceof ScannedName) return one.text === other.text;
  if (one instanceof ScannedRef && other instanceof ScannedRef)
    return one.number === other.number && one.generation === other.generation;
  return one === other && one !== 'string';
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
const isHexDigit = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);

export const isDict = (value: ScannedValue | undefined): value is ScannedDict => value instanceof Map;

/** An integer that is not negative; undefined for anything else. */
export const wholeNumber = (value: ScannedValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

export const nameOf = (value: ScannedValue | undefined): string | undefined =>
  value instanceof ScannedName ? value.text : undefined;
