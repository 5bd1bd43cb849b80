// Preparations before commands run: installing missing packages and building outdated parts. All output goes to
// stderr, because stdout belongs to the command.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS, stateOf } from './build-parts.mjs';
import { inspectPackages } from './packages.mjs';

export const ROOT = join(import.meta.dirname, '..');

/** The status of a command that could not do its work here but found no fault: EX_TEMPFAIL of sysexits.h. */
export const NOT_RUN = 75;

/** Runs a program to completion. If it fails, this process ends with the same status. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options });
  if (error) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** As `run`, but other work continues until the promise resolves. */
export async function runBeside(command, args) {
  const [status] = await once(spawn(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2] }), 'exit');
  if (status !== 0) process.exit(status ?? 1);
}

/** For tests, checks and benchmarks: installs all packages that are missing. */
export function ensureInstalled() {
  const { pruned, missing } = inspectPackages(ROOT, true);
  install(missing, { pruned, withTests: true });
}

/** For building and running the service: installs the packages for these that are missing. */
export function ensureBuildPackages() {
  const { pruned, hasTests, missing } = inspectPackages(ROOT, false);
  install(missing, { pruned, withTests: hasTests });
}

/** Packages are added to those that are there, which a running service may be about to load. */
function install(missing, { pruned, withTests }) {
  if (pruned)
    giveUp('This command needs the development packages, but this is a production install: run npm ci.');
  if (missing.length === 0) return;
  console.error('Installing packages …');
  const command = existsSync(join(ROOT, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  const extent = withTests ? [] : ['--workspaces=false'];
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', [...command, ...extent, ...options], { shell: process.platform === 'win32' });
}

/** Builds the parts of the service that are out of date. */
export function ensureBuilt() {
  run(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
}

/** Bundles the libraries that the sources import as `#vendor/…`, if they are out of date. */
export function ensureLibrariesBundled() {
  run(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'bundled libraries']);
}

/** Builds the service, and compiles the benchmarks and TypeScript scripts. */
export function ensureToolsBuilt() {
  ensureBuilt();
  run(process.execPath, [join(ROOT, 'scripts/build-tools.mjs')]);
}

/**
 * For commands that run the service: installs and builds what is needed. A production install, which has no build
 * tools, is not changed: it runs as it is, or this process ends and reports what is missing.
 */
export function ensureRunnable() {
  if (ensureRuntimePackages().pruned) ensureComplete();
  else ensureBuilt();
}

/** For commands that need only the packages of a production install. */
export function ensureRuntimePackages() {
  const { pruned, missing } = inspectPackages(ROOT, false);
  if (!pruned) ensureBuildPackages();
  else if (missing.length > 0)
    giveUp(`Packages are missing or outdated: ${missing.join(', ')}.\nInstall them: npm ci --omit=dev`);
  return { pruned };
}

/**
 * Ends this process if a part has not been built. A build from different sources only prints a notice, because it may
 * be intended.
 */
function ensureComplete() {
  const partsThatAre = (state) => Object.keys(PARTS).filter((part) => stateOf(part) === state);
  const howToBuild = 'To build: npm ci --workspaces=false && npm run build && npm prune --omit=dev';
  const missing = partsThatAre('missing').join(' and the ');
  if (missing) giveUp(`dist lacks the ${missing}, and a production install cannot build.\n${howToBuild}`);
  const outdated = partsThatAre('outdated').join(' and the ');
  if (outdated) console.error(`The ${outdated} in dist were built from different sources. ${howToBuild}`);
}

function giveUp(message) {
  console.error(message);
  process.exit(1);
}
