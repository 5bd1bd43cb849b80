// Compiles the benchmarks, the scripts written in TypeScript and the tests' helpers that they use into dist, beside the
// service that they import. It takes a fraction of a second, so it is done each time. `npm run check` checks the types.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './prepare.mjs';

const FOLDERS = ['bench', 'scripts', 'test'];

for (const folder of FOLDERS) rmSync(join(ROOT, 'dist', folder), { recursive: true, force: true });
await build({
  absWorkingDir: ROOT,
  entryPoints: ['bench/**/*.ts', 'scripts/**/*.ts', 'test/support/**/*.ts'],
  outbase: '.',
  outdir: 'dist',
  format: 'esm',
  platform: 'node',
  sourcemap: true,
  logLevel: 'warning',
});
