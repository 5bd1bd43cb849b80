import { type Random } from '../../../scripts/mrz/random.js';

/** Replaced by the bare number 1e400 once the JSON is written, because no JavaScript value can represent it. */
export const BEYOND_DOUBLE = '@@1e400@@';

const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '\u202egnp.exe',
  '\u200b\ufeff',
  '\u2028\u2029',
  'e' + '\u0301'.repeat(500),
  '👩‍👩‍👧‍👦'.repeat(50),
  'ﷺ'.repeat(300),
  'İıẞß',
  '\r\nBcc: nobody@people.test\r\n\r\nhello',
  '%00%0d%0a',
  '../../../../etc/passwd',
  "' or '1'='1' --",
  '"); drop table signatures; --',
  '<script>alert(1)</script>',
  '{{constructor.constructor("return 1")()}}',
  '${jndi:ldap://127.0.0.1/a}',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://[::1]:0/',
  'true',
  'null',
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(400),
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'a@b@c',
  '"a b"@people.test',
  `${'a'.repeat(300)}@people.test`,
  'x'.repeat(5_000),
  'x'.repeat(70_000),
];

const ODD_NUMBERS: readonly unknown[] = [
  -1,
  0,
  -0.0001,
  0.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1.7976931348623157e308,
  BEYOND_DOUBLE,
];

const ODD_IDS: readonly string[] = [
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e3',
  '0x10',
  '%201',
  '1%20',
  '1%00',
  '%D9%A1',
  '9007199254740991',
  '9007199254740993',
  '9'.repeat(300),
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '1%2fstatus',
  '%2e%2e',
  "1'--",
  '1;2',
  '1,2',
  '{signatureId}',
  '%f0%9f%92%a9',
];

export const oddText = (random: Random) => random.pick(ODD_TEXTS);
export const oddId = (random: Random) => random.pick(ODD_IDS);

/** JSON of a kind that is not expected there. */
export function oddValue(random: Random): unknown {
  switch (random.below(8)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(ODD_NUMBERS);
    case 3:
      return random.pick<unknown>([[], [[]], [null], Array(2_000).fill(1), [{}, {}]]);
    case 4:
      return random.pick<unknown>([{}, hostileObject(), { length: 1e9 }, { toString: 1 }, { $ne: null }]);
    case 5:
      return nested(random.pick([5, 31, 40, 5_000]), random.chance(0.5));
    default:
      return oddText(random);
  }
}

/** With own members that would change a prototype if they were copied carelessly. */
export const hostileObject = () =>
  JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"email":1}') as object;

/** Nested lists or objects. Written as JSON by hand, because deep values exhaust `JSON.stringify`. */
function nested(depth: number, inObjects: boolean): string {
  const [open, close] = inObjects ? ['{"a":', '}'] : ['[', ']'];
  return `@@raw:${open.repeat(depth)}1${close.repeat(depth)}@@`;
}

/** A value as JSON text, including what only text can express. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(`"${BEYOND_DOUBLE}"`, '1e400')
    .replace(/"@@raw:(.*?)@@"/g, (_, text: string) => text.replaceAll('\\"', '"'));
}
