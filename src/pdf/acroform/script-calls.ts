/** A call of one of a reader's own functions, with the values that it is given. */
export interface ScriptCall {
  name: string;
  values: ScriptValue[];
}

export type ScriptValue = string | number | boolean | null | string[];

const TOKEN =
  /\s+|\/\/[^\r\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|([A-Za-z_$][\w$]*)|(\d+(?:\.\d+)?)|"((?:[^"\\\r\n]|\\.)*)"|'((?:[^'\\\r\n]|\\.)*)'|([-()[\],;])/y;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
/** More than any call that is recognized has. */
const MAX_TOKENS = 5_000;

type Token = { sign: string } | { word: string } | { number: number } | { text: string };

/**
 * Recognizes a script that is nothing but one call with written-out values, such as `AFDate_FormatEx("mm/dd/yyyy");`. The
 * script is read as text and never run.
 * @returns null for any other script
 */
export function callIn(script: string): ScriptCall | null {
  const tokens = tokensOf(script);
  if (!tokens) return null;
  const [first] = tokens;
  if (!first || !('word' in first)) return null;
  while (isSign(tokens.at(-1), ';')) tokens.pop();
  const inner = tokens.slice(2, -1);
  if (!isSign(tokens[1], '(') || !isSign(tokens.at(-1), ')') || tokens.length < 3) return null;
  const values = valuesIn(inner);
  return values && { name: first.word, values };
}

function tokensOf(script: string): Token[] | null {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < script.length) {
    const found = TOKEN.exec(script);
    if (!found || tokens.length > MAX_TOKENS) return null;
    const [, word, number, double, single, sign] = found;
    const text = double ?? single;
    if (word !== undefined) tokens.push({ word });
    else if (number !== undefined) tokens.push({ number: Number(number) });
    else if (text !== undefined) tokens.push({ text: unescaped(text) });
    else if (sign !== undefined) tokens.push({ sign });
  }
  return tokens;
}

const unescaped = (text: string) =>
  text.replace(ESCAPE, (_, unicode?: string, hex?: string, other?: string) => {
    const code = unicode ?? hex;
    return code === undefined ? (CONTROLS[other!] ?? other!) : String.fromCharCode(parseInt(code, 16));
  });

/** The values between commas. */
function valuesIn(tokens: readonly Token[]): ScriptValue[] | null {
  const values: ScriptValue[] = [];
  let at = 0;
  while (at < tokens.length) {
    if (values.length > 0 && !isSign(tokens[at++], ',')) return null;
    const read = valueAt(tokens, at);
    if (!read) return null;
    values.push(read.value);
    at = read.end;
  }
  return values;
}

function valueAt(tokens: readonly Token[], at: number): { value: ScriptValue; end: number } | null {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (!token) return null;
  if ('number' in token) return { value: token.number, end: at + 1 };
  if ('text' in token) return { value: token.text, end: at + 1 };
  if (isSign(token, '-') && next && 'number' in next) return { value: -next.number, end: at + 2 };
  if (isSign(token, '[')) return listAt(tokens, at + 1, ']');
  if (!('word' in token)) return null;
  if (token.word === 'new' && next && 'word' in next && next.word === 'Array' && isSign(tokens[at + 2], '('))
    return listAt(tokens, at + 3, ')');
  const constant = new Map<string, ScriptValue>([
    ['true', true],
    ['false', false],
    ['null', null],
  ]).get(token.word);
  return constant === undefined ? null : { value: constant, end: at + 1 };
}

/** A list of texts up to the sign that closes it. */
function listAt(
  tokens: readonly Token[],
  from: number,
  closing: string,
): { value: string[]; end: number } | null {
  const value: string[] = [];
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (isSign(token, closing)) return { value, end: at + 1 };
    if (value.length > 0 && !isSign(tokens[at++], ',')) return null;
    const item = tokens[at];
    if (!item || !('text' in item)) return null;
    value.push(item.text);
  }
  return null;
}

const isSign = (token: Token | undefined, sign: string) =>
  token !== undefined && 'sign' in token && token.sign === sign;
