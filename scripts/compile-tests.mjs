// Compiles sources and specs for the tests into .test/build, file by file and only what changed, so that the workers of
// a test run load plain JavaScript. Types are checked by `npm run check`, not here.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transformFile } from '@swc/core';
import { ROOT } from './prepare.mjs';

const OUT = join(ROOT, '.test/build');
const FOLDERS = ['src', 'migrations', 'test', 'scripts', 'bench'];
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
  },
  module: { type: 'es6' },
};

const sources = FOLDERS.flatMap((folder) => filesBelow(ROOT, folder)).filter(
  (file) => !/\.d\.m?ts$/.test(file),
);
const targets = new Map(sources.map((source) => [source.replace(/\.ts$/, '.js'), source]));
// A module that moved must not be found in its old place.
if (existsSync(OUT))
  for (const built of filesBelow(OUT, '.'))
    if (!targets.has(built.replace(/\.map$/, ''))) rmSync(join(OUT, built));
await Promise.all(
  [...targets].map(([target, source]) => bringUpToDate(join(ROOT, source), join(OUT, target))),
);

/** Paths below `root`, such as `src/main.ts`. */
function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}

async function bringUpToDate(source, target) {
  const compiler = statSync(import.meta.filename).mtimeMs;
  if (existsSync(target) && statSync(target).mtimeMs > Math.max(statSync(source).mtimeMs, compiler)) return;
  mkdirSync(dirname(target), { recursive: true });
  if (!source.endsWith('.ts')) return copyFile(source, target);
  const { code, map } = await transformFile(source, { ...OPTIONS, sourceFileName: source });
  await writeFile(`${target}.map`, map);
  await writeFile(target, `${code}\n//# sourceMappingURL=${target.split('/').at(-1)}.map\n`);
}
