/** What a token of a content stream is (ISO 32000-2 §7.2.3, §7.8.2). */
export type TokenKind = 'number' | 'string' | 'name' | 'word' | '[' | ']' | '<<' | '>>' | 'junk';

/** By character: 1 for white space, 2 for delimiters, 0 for all others (ISO 32000-2 §7.2.3). */
const KINDS = new Uint8Array(256);
for (const space of [0, 9, 10, 12, 13, 32]) KINDS[space] = 1;
for (const delimiter of Buffer.from('()<>[]{}/%')) KINDS[delimiter] = 2;

const code = (character: string) => character.charCodeAt(0);
const [LF, CR] = [10, 13];
const [PERCENT, SLASH, BACKSLASH, HASH] = ['%', '/', '\\', '#'].map(code);
const [OPEN, CLOSE, LESS, GREATER] = ['(', ')', '<', '>'].map(code);
const [LEFT, RIGHT, PLUS, MINUS, DOT] = ['[', ']', '+', '-', '.'].map(code);
const [ZERO, THREE, SEVEN, NINE] = ['0', '3', '7', '9'].map(code);

/** Numbers with more digits, or beyond 32 bits, are read differently. */
const MOST_DIGITS = 24;
const LARGEST = 2 ** 31 - 1;
/** The limit of names in some programs (ISO 32000-1 annex C). */
const LONGEST_NAME = 127;

const isDigit = (at: number) => at >= ZERO! && at <= NINE!;
const isSpecial = (at: number) => Number.isNaN(at) || KINDS[at] !== 0;

/**
 * Splits a content stream, given as one character per byte, into tokens as pdf.js does, which shows documents to
 * signers. A token that other programs may read otherwise is not plain, and has another spelling that they read alike.
 */
export class ContentLexer {
  kind: TokenKind = 'junk';
  start = 0;
  end = 0;
  /** Whether all programs read the token as it stands. */
  isPlain = true;
  /** Of a number. */
  value = 0;
  private readonly longestWord: number;

  constructor(
    readonly content: string,
    /** Words that stand for themselves even if other characters follow. */
    private readonly words: ReadonlyMap<string, unknown>,
  ) {
    this.longestWord = Math.max(...Array.from(words.keys(), ({ length }) => length));
  }

  /** Moves to the next token. @returns false at the end */
  next(): boolean {
    this.skipSpace();
    const { content, end: at } = this;
    if (at >= content.length) return false;
    [this.start, this.isPlain] = [at, true];
    const first = content.charCodeAt(at);
    if (isDigit(first) || first === PLUS || first === MINUS || first === DOT) this.number(first);
    else if (KINDS[first] === 0) this.word();
    else if (first === SLASH) this.name();
    else if (first === OPEN) this.literalString();
    else if (first === LESS && content.charCodeAt(at + 1) !== LESS) this.hexString();
    else this.bracket(first);
    return true;
  }

  /** The present token, spelled so that all programs read it alike. */
  get text(): string {
    const written = this.content.slice(this.start, this.end);
    if (this.isPlain) return written;
    if (this.kind === 'number') return String(this.value);
    if (this.kind === 'name') return plainName(written);
    return this.kind === 'string' ? plainString(written) : written;
  }

  private skipSpace(): void {
    const { content } = this;
    for (let isComment = false; this.end < content.length; this.end++) {
      const at = content.charCodeAt(this.end);
      if (isComment) isComment = at !== LF && at !== CR;
      else if (at === PERCENT) isComment = true;
      else if (KINDS[at] !== 1) return;
    }
  }

  /** Signs within a number are skipped, and it ends before any other character. */
  private number(first: number): void {
    const { content, start } = this;
    this.kind = 'number';
    let at = start;
    const isSigned = first === PLUS || first === MINUS;
    if (isSigned) at++;
    let [digits, dots, signs] = [0, 0, 0];
    const from = at;
    for (; ; at++) {
      const next = content.charCodeAt(at);
      if (isDigit(next)) digits++;
      else if (next === MINUS) signs++;
      else if (next === DOT && dots === 0) dots++;
      else break;
    }
    this.end = at;
    const sign = first === MINUS ? -1 : 1;
    const value = sign * Number(content.slice(from, at).replaceAll('-', ''));
    this.isPlain =
      digits > 0 &&
      digits <= MOST_DIGITS &&
      signs === 0 &&
      Math.abs(value) <= LARGEST &&
      isSpecial(content.charCodeAt(at));
    this.value = digits === 0 ? 0 : Math.max(-LARGEST, Math.min(LARGEST, value));
    if (!this.isPlain) this.value = Math.round(this.value * 1e6) / 1e6;
  }

  /** A known word ends where it would no longer be one; one of any length is read in time that its length limits. */
  private word(): void {
    const { content, start, words } = this;
    this.kind = 'word';
    let at = start + 1;
    let isKnown = words.has(content.slice(start, at));
    for (; !isSpecial(content.charCodeAt(at)); at++) {
      const isStillKnown = at - start < this.longestWord && words.has(content.slice(start, at + 1));
      if (isKnown && !isStillKnown) break;
      isKnown = isStillKnown;
    }
    this.end = at;
    this.isPlain = isSpecial(content.charCodeAt(at));
  }

  private name(): void {
    const { content, start } = this;
    this.kind = 'name';
    let at = start + 1;
    for (let next = content.charCodeAt(at); !isSpecial(next); next = content.charCodeAt(++at))
      if (next === HASH && !isEscape(content, at)) this.isPlain = false;
    this.end = at;
    if (at - start - 1 > LONGEST_NAME) this.isPlain = false;
  }

  private literalString(): void {
    const { content } = this;
    let [at, depth] = [this.start, 0];
    do {
      const next = content.charCodeAt(at);
      if (next === BACKSLASH) {
        const escaped = content.charCodeAt(++at);
        // Of three octal digits, the first may be at most three.
        if (escaped > THREE! && escaped <= SEVEN! && isDigit(content.charCodeAt(at + 1)))
          this.isPlain = false;
      } else if (next === OPEN) depth++;
      else if (next === CLOSE) depth--;
      at++;
    } while (depth > 0 && at < content.length);
    this.end = Math.min(at, content.length);
    this.kind = depth > 0 ? 'junk' : 'string';
  }

  private hexString(): void {
    const { content } = this;
    let at = this.start + 1;
    for (; at < content.length && content.charCodeAt(at) !== GREATER; at++) {
      const next = content.charCodeAt(at);
      const isHex = isDigit(next) || (next >= 65 && next <= 70) || (next >= 97 && next <= 102);
      if (!isHex && KINDS[next] !== 1) this.isPlain = false;
    }
    this.end = Math.min(at + 1, content.length);
    this.kind = at < content.length ? 'string' : 'junk';
  }

  private bracket(first: number): void {
    const isDouble = first === this.content.charCodeAt(this.end + 1);
    const isOfDictionary = (first === LESS || first === GREATER) && isDouble;
    this.end += isOfDictionary ? 2 : 1;
    if (first === LEFT) this.kind = '[';
    else if (first === RIGHT) this.kind = ']';
    else if (isOfDictionary) this.kind = first === LESS ? '<<' : '>>';
    else this.kind = 'junk';
  }
}

/** Two hexadecimal digits, which are not those of NUL. */
const isEscape = (content: string, at: number) => /^#(?!00)[0-9A-Fa-f]{2}$/.test(content.slice(at, at + 3));

/** Characters that only look like escapes are escaped. */
const plainName = (written: string) => written.replace(/#(?![0-9A-Fa-f]{2})/g, '#23');

/** As a hexadecimal string; characters that are no digits are skipped. */
function plainString(written: string): string {
  if (written.startsWith('<')) return `<${written.replace(/[^0-9A-Fa-f]/g, '')}>`;
  const text = written
    .slice(1, -1)
    .replace(/\\(\r\n|[0-7]{1,3}|[^])/g, (_, escaped: string) => unescaped(escaped));
  return `<${Buffer.from(text, 'latin1').toString('hex')}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(escaped: string): string {
  if (/^[0-7]/.test(escaped)) return String.fromCharCode(parseInt(escaped, 8) & 0xff);
  return /^[\r\n]/.test(escaped) ? '' : (ESCAPES[escaped] ?? escaped);
}
