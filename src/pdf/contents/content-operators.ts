/**
 * The operators of content streams (ISO 32000-2 annex A) with their operands: `n` a number, `t` a string, `m` a name,
 * `a` an array, `p` a name or a dictionary, `c` the components of a colour, `*` the same and perhaps a name.
 */
export const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ w: 'n', J: 'n', j: 'n', M: 'n', d: 'an', ri: 'm', i: 'n', gs: 'm', q: '', Q: '', cm: 'nnnnnn' },
    ...{ m: 'nn', l: 'nn', c: 'nnnnnn', v: 'nnnn', y: 'nnnn', h: '', re: 'nnnn' },
    ...{ S: '', s: '', f: '', F: '', 'f*': '', B: '', 'B*': '', b: '', 'b*': '', n: '', W: '', 'W*': '' },
    ...{ BT: '', ET: '', Tc: 'n', Tw: 'n', Tz: 'n', TL: 'n', Tf: 'mn', Tr: 'n', Ts: 'n' },
    ...{ Td: 'nn', TD: 'nn', Tm: 'nnnnnn', 'T*': '', Tj: 't', TJ: 'a', "'": 't', '"': 'nnt' },
    ...{ d0: 'nn', d1: 'nnnnnn', CS: 'm', cs: 'm', SC: 'c', sc: 'c', SCN: '*', scn: '*' },
    ...{ G: 'n', g: 'n', RG: 'nnn', rg: 'nnn', K: 'nnnn', k: 'nnnn', sh: 'm', Do: 'm' },
    ...{ MP: 'm', DP: 'mp', BMC: 'm', BDC: 'mp', EMC: '', BX: '', EX: '' },
  }),
);

/** Words that pdf.js takes for themselves even if other characters follow, and the beginnings of some. */
export const WORDS: ReadonlyMap<string, string> = new Map([
  ...OPERATORS,
  ...['BI', 'ID', 'EI', 'BM', 'BD', 'true', 'fa', 'fal', 'fals', 'false', 'nu', 'nul', 'null'].map(
    (word) => [word, ''] as const,
  ),
]);

/** Operators that begin a path (ISO 32000-2 §8.5.2). */
export const PATH_BEGINS: ReadonlySet<string> = new Set(['m', 're']);

/** Operators after which text has a certain place (ISO 32000-2 §9.4.2), and that show text there (§9.4.3). */
export const PLACING: ReadonlySet<string> = new Set(['BT', 'ET', 'Td', 'TD', 'Tm', 'T*', "'", '"']);
export const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ']);

/** Operators that paint or end a path (ISO 32000-2 §8.5.3). */
export const PATH_ENDS: ReadonlySet<string> = new Set([
  ...['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n'],
]);

/** Segments that continue a path (ISO 32000-2 §8.5.2): without one, programs differ. */
export const ON_PATHS: ReadonlySet<string> = new Set(['l', 'c', 'v', 'y', 'h']);

/** Operators that clip by the path when it is painted or ended (ISO 32000-2 §8.5.4). */
export const CLIPS: ReadonlySet<string> = new Set(['W', 'W*']);

/** Whether the value of an operator is one that programs agree on; if not, most ignore the operator. */
export function isUsual(name: string, [first = 0]: readonly number[]): boolean {
  if (name === 'Tr') return Number.isInteger(first) && first >= 0 && first <= 7;
  if (name === 'J' || name === 'j') return first === 0 || first === 1 || first === 2;
  return name !== 'w' && name !== 'M' ? true : first >= 0;
}
