// What every command does before it runs: installs the packages where they are missing or stale, and builds where
// sources are newer than dist. All output goes to stderr, so that stdout belongs to the command.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** Runs a program to its end; a failure ends this process with the same status. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options });
  if (error) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

export function ensureInstalled() {
  const installed = join(ROOT, 'node_modules/.package-lock.json');
  const wanted = join(ROOT, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  console.error('Installing packages …');
  const shell = process.platform === 'win32';
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { shell });
}

export function ensureBuilt() {
  run(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
}
