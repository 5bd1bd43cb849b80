// `npm test [-- <jest's options>]`: installs if needed, builds if stale, finds Chromium and PDF validators, runs the tests.
import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.mjs';
import { ensureValidators } from './find-validators.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
ensureValidators();
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: findChromium() } },
);
process.exit(status ?? 1);
