// `npm run bench`: runs all benchmarks one after another; `npm run bench -- error-rates` runs only those named. `--
// --quick` makes them short; the figures of such a run mean little, and no benchmark fails because of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ensureToolsBuilt, ROOT, run } from './prepare.mjs';

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const options = args.filter((arg) => arg.startsWith('--'));
const benchmarks = readdirSync(join(ROOT, 'bench'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace(/\.ts$/, ''))
  .sort();
const unknown = wanted.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. Available: ${benchmarks.join(', ')}.`);
  process.exit(1);
}

ensureInstalled();
ensureToolsBuilt();
for (const name of wanted.length > 0 ? wanted : benchmarks) {
  console.log(`\n# bench/${name}.ts\n`);
  run(process.execPath, [join(ROOT, 'dist/bench', `${name}.js`), ...options], { stdio: 'inherit' });
}
