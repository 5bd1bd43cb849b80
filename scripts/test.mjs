// `npm test [-- <jest's options>]`: installs if needed, builds if stale, finds Chromium and PDF validators, runs the tests.
import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.mjs';
import { ensureValidators } from './find-validators.mjs';
import { ensureBuilt, ensureInstalled, ROOT, run } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
ensureValidators();
run(process.execPath, ['scripts/compile-tests.mjs']);
const { status } = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: findChromium() },
});
process.exit(status ?? 1);
