import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);

/** Every bare import stays outside the bundle, reached through an ES module, which a bundled `require` can be given. */
const externals = {
  name: 'externals',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, namespace }) => {
      return namespace === 'outside' ? { path, external: true } : { path, namespace: 'outside' };
    });
    onLoad({ filter: /.*/, namespace: 'outside' }, ({ path }) => ({
      contents: `export * from '${path}'; import * as all from '${path}'; export default all.default;`,
    }));
  },
};

/**
 * Bundles a CommonJS package that requires ES modules into an ES module, and answers the bundle's path: Node can
 * require ES modules since 20.19, jest cannot before Node 24.
 */
export async function bundleAsEsm(name) {
  const { version } = require(`${name}/package.json`);
  const outfile = join(import.meta.dirname, '../../.test', `${name.replace(/\W+/g, '-')}-${version}.mjs`);
  if (!existsSync(outfile)) {
    const names = Object.keys(require(name)).join(', ');
    const contents = `export const { ${names} } = require('${require.resolve(name)}');`;
    await build({
      stdin: { contents, resolveDir: import.meta.dirname },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      plugins: [externals],
      logLevel: 'error',
    });
  }
  return outfile;
}
