import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transformFile } from '@swc/core';
import { ROOT } from './prepare.mjs';

const OPTIONS = {
  cwd: ROOT,
  configFile: false,
  swcrc: false,
  sourceMaps: true,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    // As in tsconfig.json.
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    // Node.js reads JSON as a module only with `with { type: 'json' }`.
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};

/**
 * Compiles folders of the project into `out`, file by file and only if changed, and copies everything that is not
 * TypeScript. `npm run check` checks types.
 */
export async function compile(folders, out) {
  const sources = folders
    .flatMap((folder) => filesBelow(ROOT, folder))
    .filter((file) => !/\.d\.m?ts$/.test(file));
  const targets = new Map(sources.map((source) => [source.replace(/\.ts$/, '.js'), source]));
  // A moved module must not remain in its old place.
  for (const built of folders.flatMap((folder) => filesBelow(out, folder)))
    if (!targets.has(built.replace(/\.map$/, ''))) rmSync(join(out, built));
  await Promise.all([...targets].map(([target, source]) => bringUpToDate(source, join(out, target))));
}

/** Paths below `root`, such as `src/main.ts`. */
function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}

async function bringUpToDate(source, target) {
  const changed = Math.max(
    ...[join(ROOT, source), import.meta.filename].map((file) => statSync(file).mtimeMs),
  );
  if (existsSync(target) && statSync(target).mtimeMs > changed) return;
  mkdirSync(dirname(target), { recursive: true });
  if (!source.endsWith('.ts')) return copyFile(join(ROOT, source), target);
  const { code, map } = await transformFile(join(ROOT, source), {
    ...OPTIONS,
    sourceFileName: join(ROOT, source),
  });
  await writeFile(`${target}.map`, map);
  await writeFile(target, `${code}\n//# sourceMappingURL=${target.split('/').at(-1)}.map\n`);
}
