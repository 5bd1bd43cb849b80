// Installs packages that a single command needs into a folder of their own, so that nothing else depends on them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Does nothing if exactly these versions are there.
 * @param versions - by name
 * @throws Error if npm fails
 */
export function installAside(folder, versions) {
  const missing = Object.entries(versions).filter(([name, version]) => versionIn(folder, name) !== version);
  if (missing.length === 0) return;
  const packages = missing.map(([name, version]) => `${name}@${version}`);
  console.error(`Installing ${packages.join(' and ')} …`);
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--save-exact', '--ignore-scripts'];
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...options, ...quietly, ...packages], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm could not install ${packages.join(' and ')} into ${folder}`);
}

function versionIn(folder, name) {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
