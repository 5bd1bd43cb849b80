// Finds a Chromium for the browser tests, or installs one if possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const HELP = `The browser tests need Chromium. Install it with one of

  sudo apt-get install --yes chromium       (Debian)
  npx playwright-core install chromium      (elsewhere)

or set CHROMIUM_PATH to one that you have.`;

/** @returns the path or name of a working Chromium. If there is none, ends this process with instructions. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return runs(given) ? given : giveUp(`CHROMIUM_PATH=${given} does not run.`);
  return search() ?? install() ?? giveUp(HELP);
}

function search() {
  return NAMES.find(runs) ?? [playwrightsOwn()].find(runs);
}

/** A program of that name can be a stub that only says where to get a browser. */
function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** The path where `playwright-core install` installs Chromium, whether it exists or not. */
function playwrightsOwn() {
  return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
}

function install() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  console.error('Installing Chromium …');
  const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '--quiet=2'], options);
  spawnSync('apt-get', ['install', '--yes', '--quiet=2', '--no-install-recommends', 'chromium'], options);
  return search();
}

function giveUp(message) {
  console.error(message);
  process.exit(1);
}
