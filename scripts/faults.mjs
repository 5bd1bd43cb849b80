// `npm run test:faults [-- --quick] [--part kills|database|rolling|webhooks|disk|bulk|soak|memory]`: kills the running service
// and its database, restarts its processes, fills its disk and uploads for a long time, and prints what was tried and
// what held for each part. `--quick` reduces the counts.
import { ensureValidators } from './find-validators.mjs';
import { ensureInstalled, ensureToolsBuilt, ROOT, run } from './prepare.mjs';

ensureInstalled();
ensureToolsBuilt();
ensureValidators();
run(process.execPath, ['dist/test/faults/run.js', ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
