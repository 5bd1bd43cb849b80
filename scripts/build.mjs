// Compiles the service and bundles the browser scripts into dist/, unless dist is newer than every source.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist', '.built');
const SOURCES = [
  'src',
  'migrations',
  'client',
  'bench',
  'scripts',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
];

function newest(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return readdirSync(path).reduce((time, name) => Math.max(time, newest(join(path, name))), info.mtimeMs);
}

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}

const changed = Math.max(
  ...SOURCES.map((name) => join(root, name))
    .filter(existsSync)
    .map(newest),
);
if (process.argv.includes('--force') || !existsSync(stamp) || statSync(stamp).mtimeMs < changed) {
  run('node_modules/@nestjs/cli/bin/nest.js', 'build');
  if (existsSync(join(root, 'scripts/build-client.mjs'))) run('scripts/build-client.mjs');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, '');
}
