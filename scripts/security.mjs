// `npm run test:security [-- --quick] [-- --seed N]`: attacks the built service in every way that test/security knows.
import { ensureValidators } from './find-validators.mjs';
import { ensureInstalled, ensureToolsBuilt, ROOT, run } from './prepare.mjs';

ensureInstalled();
ensureToolsBuilt();
ensureValidators();
run(process.execPath, ['dist/test/security/run.js', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
