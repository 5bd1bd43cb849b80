export interface AamvaElements {
  get(id: string): string | undefined;
  has(id: string): boolean;
  /** An element occurs twice with different values, or part of a name may have been mistaken for one. */
  isAmbiguous: boolean;
  /** Number of missing separator characters. */
  lostSeparators: number;
}

/** The licence's elements; those that begin with Z are the issuer's own. */
const ELEMENT = /^(?:DL|ID|dl|id)*(D[A-D][A-Z])(.*)$/s;
/**
 * Where an element can begin in a text without lines. Names and numbers contain such letters too, so measures and
 * dates count only if a matching value follows. Old address elements are left out.
 */
const START =
  'D(?:A(?:[A-KQRSTYZ]|[UVWX](?= ?\\d))|B(?:[ABD](?= ?(?:\\d|NONE|INDEF|MIL|NEVER|LIFE))|[CE-P])|C[A-Z]|D[A-P])';
const AFTER_SPACE = new RegExp(`(?:^| )(?=(?:DL|ID)*${START})`);
const UNSEPARATED = new RegExp(`${START}.*?(?=${START}|$)`, 'g');
/** A value ending in D before a relevant element, which together look like another element. */
const OVERLAP = /DD(?:A[ABCDQ]|B[ABCD]|C[GST])/;
/** The issuer's own elements, on their own line. */
const OTHER_SUBFILE = /\p{Cc}Z[A-Z][A-Z0-9]\P{Cc}*/gu;
/** A text with fewer elements does not consist of lines. */
const MIN_LINES = 5;
/** Minimum share of elements preceded by a space, if spaces separate them. */
const SEPARATED = 0.7;

/**
 * Elements with names, and those that follow them: all mandatory, so the same letters inside a name make them occur
 * twice.
 */
const NAMES = new Set(['DCS', 'DCT', 'DAA', 'DAB', 'DAC', 'DAD']);
const AFTER_NAMES = new Set(
  [...NAMES].concat('DDE DDF DDG DAG DAI DAQ DBA DBB DBC DBD DCA DCF DCG'.split(' ')),
);
/** Unless all of these are present, their letters are part of a name such as MADDEN. */
const TRUNCATION = ['DDE', 'DDF', 'DDG'];

type Element = readonly [id: string, value: string];

/**
 * Each element is a three-letter id, a value and a line feed (Annex D.12.4), which scanners replace with other
 * control characters or spaces, or drop.
 */
export function readElements(body: string): AamvaElements {
  const lines = elementsOf(body.split(/\p{Cc}+/u));
  if (lines.length >= MIN_LINES) return collect(lines, repeatsWithAnotherValue(lines));
  const text = body.replace(OTHER_SUBFILE, '').replace(/[\s\p{Cc}]+/gu, ' ');
  const parts = elementsOf(text.match(UNSEPARATED) ?? []);
  const words = elementsOf(text.split(AFTER_SPACE));
  if (words.length >= SEPARATED * parts.length) return collect(words, mayCutNames(words));
  return collect(parts, mayCutNames(parts) || OVERLAP.test(text), parts.length);
}

function elementsOf(parts: readonly string[]): Element[] {
  return parts.flatMap((part): Element[] => {
    const match = ELEMENT.exec(part.trim());
    return match ? [[match[1]!, match[2]!.trim()]] : [];
  });
}

/** The first non-empty element of a kind counts. */
function collect(found: readonly Element[], isAmbiguous: boolean, lostSeparators = 0): AamvaElements {
  const elements = new Map<string, string>();
  for (const [id, value] of found) if (!elements.get(id)) elements.set(id, value);
  return { get: (id) => elements.get(id), has: (id) => elements.has(id), isAmbiguous, lostSeparators };
}

function repeatsWithAnotherValue(found: readonly Element[]): boolean {
  const values = found.filter(([, value]) => value !== '').map(([id, value]) => `${id} ${value}`);
  return repeats([...new Set(values)].map((text) => [text.slice(0, 3), text]));
}

function repeats(found: readonly Element[]): boolean {
  return new Set(found.map(([id]) => id)).size < found.length;
}

function mayCutNames(found: readonly Element[]): boolean {
  const ids = found.map(([id]) => id);
  const isOddlyFollowed = ids.some((id, at) => NAMES.has(id) && !AFTER_NAMES.has(ids[at + 1] ?? ''));
  const marks = TRUNCATION.filter((id) => ids.includes(id)).length;
  const lacksExpiry = !ids.includes('DBA');
  return repeats(found) || lacksExpiry || isOddlyFollowed || (marks > 0 && marks < TRUNCATION.length);
}
