// Compiles the service and bundles the browser scripts into dist/, unless dist is newer than every source.
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './prepare.mjs';

const stamp = join(ROOT, 'dist/.built');
const SOURCES = [
  'src',
  'migrations',
  'client',
  'bench',
  'scripts',
  'test/support',
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

const changed = Math.max(
  ...SOURCES.map((name) => join(ROOT, name))
    .filter(existsSync)
    .map(newest),
);
if (process.argv.includes('--force') || !existsSync(stamp) || statSync(stamp).mtimeMs < changed) {
  console.error('Building …');
  run(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build']);
  run(process.execPath, ['scripts/build-client.mjs']);
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(stamp, '');
}
