// `npm run check`: prose in Markdown wraps at 110 columns, so that changes of it can be read line by line. Tables, code
// blocks, headings and the addresses of links do not count.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const COLUMNS = 110;
const FOLDERS = ['docs', 'scripts', 'sdk', 'test'];

const files = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)),
  ),
].filter((name) => name.endsWith('.md'));
const wide = files.flatMap((file) => wideLines(file).map((number) => `${file}:${number}`));
for (const place of wide) console.log(`${place} is wider than ${COLUMNS} columns`);
process.exit(wide.length === 0 ? 0 : 1);

function wideLines(file) {
  let inCode = false;
  return readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (/^\s*```/.test(line)) inCode = !inCode;
      const isProse = !inCode && !/^\s*[|#]/.test(line);
      return isProse && widthOf(line) > COLUMNS ? [index + 1] : [];
    });
}

/** In characters, without what links lead to. */
function widthOf(line) {
  return [...line.replace(/\]\([^)]*\)/g, ']')].length;
}
