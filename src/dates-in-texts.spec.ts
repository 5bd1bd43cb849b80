import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './platform/config/paths.js';

const SRC = join(PROJECT_ROOT, 'src');
/** A day or an instant in a template, with a word glued to it. */
const IN_CODE = /\w\$\{[\w.()?!]*toISOString\(\)[^`}]*\}|toISOString\(\)[^`}]*\}[a-z]/g;
/** The same in a finished text; the `T` before a time is no word. */
const IN_TEXT = /[a-z]\d{4}-\d\d-\d\d\b|\b\d{4}-\d\d-\d\d(?!T\d)[a-z]/gi;

describe('dates in texts', () => {
  it('are apart from the words around them in the code', () => {
    const glued = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .flatMap((path) => readFileSync(join(SRC, path), 'utf8').match(IN_CODE) ?? []);
    expect(glued).toEqual([]);
  });

  it('are apart from the words around them in the published errors', () => {
    const document = readFileSync(join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8');
    expect(document.match(IN_TEXT) ?? []).toEqual([]);
  });
});
