/** Scripts whose letters simply follow one another, without marks that must be placed. */
const PLAIN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;
const MARK = /\p{M}/u;
/** Selectors of emoji and text style. */
const STYLE_SELECTOR = /[\ufe0e\ufe0f]/g;

/**
 * Invisible characters: controls except line feed, directional overrides, variation selectors, tags. Excludes Arabic
 * signs.
 */
const INVISIBLE =
  /(?!\u200c|\u200d|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2])\p{Cf}|[\uFE00-\uFE0F]|(?!\n)\p{Cc}/gu;
/** They change the look of letters in some scripts, and have no effect in others. */
const JOINERS = /[\u200c\u200d]/g;
/** Emoji that are joined into one picture. */
const PICTURE = /\p{Extended_Pictographic}/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Characters that never join with a neighbour from this set (UAX #29): no carriage returns, no marks. */
const ONLY_SINGLE = /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u4e00-\u9fff]*$/;

/** Characters as people see them, with all their marks. */
export function graphemesOf(text: string): string[] {
  // The segmenter takes seconds for the longest values of form fields.
  if (ONLY_SINGLE.test(text)) return text.split('');
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Whether a text can be drawn character by character: Latin, Greek and Cyrillic with composed letters. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text) && !MARK.test(text.normalize('NFC').replace(STYLE_SELECTOR, ''));
}

/** A grapheme without its invisible characters. */
export function visibleIn(grapheme: string): string {
  const seen = grapheme.replace(INVISIBLE, '');
  const unjoined = seen.replace(JOINERS, '');
  return isPlain(unjoined) && !PICTURE.test(seen) ? unjoined : seen;
}

/** All texts in an object, at any depth. Bytes and lists of numbers are skipped. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (Array.isArray(value) && typeof value[0] === 'number') return;
  for (const each of Object.values(value)) yield* textsIn(each);
}
