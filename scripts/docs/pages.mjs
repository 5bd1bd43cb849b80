import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';

const FOLDERS = ['.github', 'docs', 'scripts', 'sdk', 'test'];

/** All Markdown of the project, as a map from its path to its text. */
export function readPages() {
  const names = [
    ...readdirSync(ROOT),
    ...FOLDERS.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)),
    ),
  ];
  const pages = names.filter((name) => name.endsWith('.md') && !name.includes('node_modules'));
  return new Map(pages.map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]));
}

/** The lines of a page that are not in blocks of code, with their numbers. */
export function proseLines(text) {
  let inCode = false;
  return text.split('\n').flatMap((line, index) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) inCode = !inCode;
    return inCode || isFence ? [] : [{ line, number: index + 1 }];
  });
}
