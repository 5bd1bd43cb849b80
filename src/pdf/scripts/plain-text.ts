/** Scripts whose letters stand one after another, without marks that must be placed. */
const PLAIN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;
const MARK = /\p{M}/u;
/** Emoji and text style. */
const STYLE_SELECTOR = /[\ufe0e\ufe0f]/g;

/** Invisible characters: controls except line feed, directional overrides, variation selectors, tags. Not Arabic signs. */
const INVISIBLE =
  /(?!\u200c|\u200d|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2])\p{Cf}|[\uFE00-\uFE0F]|(?!\n)\p{Cc}/gu;
/** They change how the letters of some scripts look, and nothing in others. */
const JOINERS = /[\u200c\u200d]/g;
/** Emoji that are joined to one picture. */
const PICTURE = /\p{Extended_Pictographic}/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What people take for single characters, with all their marks. */
export const graphemesOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Whether a text can be drawn character by character: Latin, Greek and Cyrillic with composed letters. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text) && !MARK.test(text.normalize('NFC').replace(STYLE_SELECTOR, ''));
}

/** A grapheme without what is never seen. */
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
