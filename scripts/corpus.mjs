// `npm run test:corpus [-- --count N]`: PDFs of Debian's packages, fetched without installing them, through the whole
// service: uploaded, signed by two, sealed, and judged by tools that nobody here wrote. Needs apt and dpkg; no root.
import { ensureValidators } from './find-validators.mjs';
import { ensureInstalled, ensureToolsBuilt, ROOT, run } from './prepare.mjs';

ensureInstalled();
ensureToolsBuilt();
ensureValidators();
run(process.execPath, ['dist/scripts/corpus/run.js', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
