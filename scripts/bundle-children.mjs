// Bundles the programs that open documents in processes of their own, in place of their compiled entries. Node.js
// spends half of a fresh process's time on finding and reading some hundred modules one by one, and somebody waits for it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './prepare.mjs';

const FOLDER = 'pdf/children';

/** It finds the project from its own place, so it stays there. All bundles are in one folder. */
const pathsInPlace = {
  name: 'paths in place',
  setup({ onResolve }) {
    onResolve({ filter: /\/config\/paths\.js$/ }, () => ({
      path: '../../platform/config/paths.js',
      external: true,
    }));
  },
};

const OWN_PLACE = /\bimport\.meta\.(?:url|dirname|filename)\b|\b__(?:dirname|filename)\b/;

/** Refuses modules that find files from their own place: in a bundle they would look elsewhere. */
const placeless = {
  name: 'placeless modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8');
      if (!OWN_PLACE.test(contents)) return { contents, loader: 'js' };
      return { errors: [{ text: `${path} finds files from its own place: name it in 'external'` }] };
    });
  },
};

export async function bundleChildren() {
  const compiled = join(ROOT, 'dist/src');
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(
      ['reading', 'writing'].map((kind) => [
        `${FOLDER}/${kind}.child`,
        join(compiled, FOLDER, `${kind}.child.js`),
      ]),
    ),
    outdir: compiled,
    allowOverwrite: true,
    chunkNames: `${FOLDER}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
    // Bundled already, native code, and WebAssembly beside its module.
    external: ['#vendor/*', 'sharp', 'harfbuzzjs'],
    // CommonJS packages require Node.js's own modules.
    banner: { js: `import{createRequire as r}from'node:module';const require=r(import.meta.url);` },
    plugins: [pathsInPlace, placeless],
  });
}
