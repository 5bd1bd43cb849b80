/**
 * Signs that programs write in place of control characters, so that these can be seen: `|`, the control pictures of
 * Unicode, `\n`, `\x1e`, `\u001e` and `<LF>`.
 */
const VISIBLE = /[|¦\u2400-\u2426]|\\(?:[nr]|x(?:0[ad]|1[c-f])|u00(?:0[ad]|1[c-f]))|<(?:LF|CR|[FGRU]S)>/giu;
/** A text with more control characters has its own separators. */
const MOST = 4;

/** The text with a line feed for each sign in place of a separator; unchanged if control characters separate it. */
export function restoreSeparators(text: string): string {
  const own = text.match(/\p{Cc}/gu) ?? [];
  return own.length > MOST ? text : text.replace(VISIBLE, '\n');
}
