// `node scripts/tool.mjs bench/rest [arguments]`: runs a benchmark or a TypeScript script, after building what it
// needs.
import { join } from 'node:path';
import { ensureBuildPackages, ensureInstalled, ensureToolsBuilt, ROOT, run } from './prepare.mjs';

/** What people run who have only started the service. */
const WITHOUT_TEST_PACKAGES = ['scripts/demo', 'scripts/simulate'];

const [program, ...args] = process.argv.slice(2);
if (WITHOUT_TEST_PACKAGES.includes(program)) ensureBuildPackages();
else ensureInstalled();
ensureToolsBuilt();
run(process.execPath, [join(ROOT, 'dist', `${program}.js`), ...args], { stdio: 'inherit' });
