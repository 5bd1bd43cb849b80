/** An operator of a content stream and its operands, by their positions in the stream. */
export interface ContentOperator {
  name: string;
  start: number;
  end: number;
  operands: { text: string; start: number; end: number }[];
}

const SPACE = /[\0\t\n\f\r ]+|%[^\r\n]*/y;
const HEX_STRING = /<[^<>]*>/y;
const NAME = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const BRACKET = /<<|>>|[[\]{}]/y;
const REGULAR = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const NUMBER = /^[+-]?[\d.]/;
/** What matters for the beginnings and ends of strings: parentheses, escapes, comments and inline images. */
const IN_STRINGS = /\\[^]|[()]|%[^\r\n]*|ID(?=[\0\t\n\f\r ])/g;
/** The end of an inline image among operators, whose length is not stated (ISO 32000-2 §8.9.7). */
const IMAGE_END = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)/g;

/** The operators of a content stream (ISO 32000-2 §7.8.2), given as one character per byte. */
export function* contentOperators(content: string): Generator<ContentOperator> {
  let operands: ContentOperator['operands'] = [];
  for (let at = 0; at < content.length;) {
    const end = tokenEnd(content, at);
    const text = content.slice(at, end);
    const isOperator = matches(REGULAR, content, at) > at && !NUMBER.test(text);
    if (isOperator) {
      yield { name: text, start: operands[0]?.start ?? at, end, operands };
      operands = [];
    } else if (matches(SPACE, content, at) === at) operands.push({ text, start: at, end });
    at = text === 'ID' ? imageEnd(content, end) : end;
  }
}

/** Whether content ends within a string, which then goes on in the next part of a page's content. */
export function endsInString(content: string): boolean {
  let depth = 0;
  IN_STRINGS.lastIndex = 0;
  for (let found = IN_STRINGS.exec(content); found; found = IN_STRINGS.exec(content)) {
    const [sign] = found;
    if (sign === '(') depth++;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    // Comments and images are none within a string.
    else if (depth > 0) IN_STRINGS.lastIndex = found.index + (sign.startsWith('\\') ? 2 : 1);
    else if (sign.startsWith('I')) IN_STRINGS.lastIndex = imageEnd(content, found.index + sign.length);
  }
  return depth > 0;
}

function tokenEnd(content: string, at: number): number {
  if (content[at] === '(') return stringEnd(content, at);
  for (const kind of [SPACE, NAME, HEX_STRING, BRACKET, REGULAR]) {
    const end = matches(kind, content, at);
    if (end > at) return end;
  }
  return at + 1;
}

/** Where a token of this kind ends; `at` if there is none. */
function matches(kind: RegExp, content: string, at: number): number {
  kind.lastIndex = at;
  return kind.test(content) ? kind.lastIndex : at;
}

/** Parentheses in a string are balanced or escaped (ISO 32000-2 §7.3.4.2). */
function stringEnd(content: string, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at++) {
    if (content[at] === '\\') at++;
    else if (content[at] === '(') depth++;
    else if (content[at] === ')' && --depth === 0) return at + 1;
  }
  return content.length;
}

function imageEnd(content: string, start: number): number {
  IMAGE_END.lastIndex = start;
  return IMAGE_END.test(content) ? IMAGE_END.lastIndex : content.length;
}
