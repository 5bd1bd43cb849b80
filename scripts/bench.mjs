// `npm run bench`: runs all benchmarks, one after the other. `-- --quick` makes them short; the figures of such a run mean
// little, and no benchmark fails because of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ensureToolsBuilt, ROOT, run } from './prepare.mjs';

ensureInstalled();
ensureToolsBuilt();
const benchmarks = readdirSync(join(ROOT, 'bench')).filter((name) => name.endsWith('.ts'));
for (const name of benchmarks.sort()) {
  console.log(`\n# bench/${name}\n`);
  const program = join(ROOT, 'dist/bench', name.replace(/\.ts$/, '.js'));
  run(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
}
