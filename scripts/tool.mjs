// `node scripts/tool.mjs bench/rest [arguments]`: runs a benchmark, or a script written in TypeScript, after building what
// it needs.
import { join } from 'node:path';
import { ensureInstalled, ensureToolsBuilt, ROOT, run } from './prepare.mjs';

const [program, ...args] = process.argv.slice(2);
ensureInstalled();
ensureToolsBuilt();
run(process.execPath, [join(ROOT, 'dist', `${program}.js`), ...args], { stdio: 'inherit' });
