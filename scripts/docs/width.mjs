import { proseLines } from './pages.mjs';

const COLUMNS = 110;

/** Prose must wrap, so changes can be read line by line. Tables, headings and link addresses do not count. */
export function widthFaults(pages) {
  return [...pages].flatMap(([page, text]) =>
    proseLines(text)
      .filter(({ line }) => !/^\s*[|#]/.test(line) && widthOf(line) > COLUMNS)
      .map(({ number }) => `${page}:${number} is wider than ${COLUMNS} columns`),
  );
}

/** In characters, without link targets. */
function widthOf(line) {
  return [...line.replace(/\]\([^)]*\)/g, ']')].length;
}
