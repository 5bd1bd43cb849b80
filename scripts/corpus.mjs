// `npm run test:corpus [-- --count N] [--only NAME] [--damages M]`: takes PDFs from Debian packages, downloaded but
// not installed, through the whole service: uploaded, signed by two people, sealed, and checked by outside tools.
// Needs apt and dpkg, but not root. With `--damages M`, it damages these files in M seeded ways and seals whatever is
// accepted; with `--first K`, it starts with way K, so a long run can be split.
import { ensureValidators } from './find-validators.mjs';
import { ensureInstalled, ensureToolsBuilt, ROOT, run } from './prepare.mjs';

ensureInstalled();
ensureToolsBuilt();
ensureValidators();
run(process.execPath, ['dist/scripts/corpus/run.js', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
