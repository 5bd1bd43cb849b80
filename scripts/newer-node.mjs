// `npm run test:node [-- --whole] [MAJOR …]`: runs the unit specs, the main journeys and the sandbox on newer
// versions of Node.js, by default 22 and 24; with `--whole`, everything that `npm test` runs. Node comes from the npm
// registry, as the package `node-PLATFORM-ARCHITECTURE`.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureInstalled, ROOT } from './prepare.mjs';

const MAJORS = ['22', '24'];
const JOURNEYS = ['signed-from-start-to-end', 'verified-from-start-to-end', 'evil-child'];

ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), 'countersign-node-'));
try {
  const args = process.argv.slice(2);
  const selections = args.includes('--whole') ? [['usual']] : [['unit'], ['usual', ...JOURNEYS]];
  const asked = args.filter((arg) => arg !== '--whole');
  const failed = (asked.length > 0 ? asked : MAJORS).filter(
    (major) => !passesOn(download(major), selections),
  );
  if (failed.length > 0) console.error(`Failed on Node.js ${failed.join(' and ')}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the folder of the newest `node` program of that major version */
function download(major) {
  const target = join(folder, major);
  mkdirSync(target);
  // Child processes run as another account.
  for (const path of [folder, target]) chmodSync(path, 0o755);
  const name = `node-${process.platform}-${process.arch}@${major}`;
  run('npm', ['pack', '--silent', '--pack-destination', target, name]);
  run('tar', ['-xzf', join(target, readdirSync(target)[0]), '-C', target]);
  return join(target, 'package', 'bin');
}

function passesOn(bin, selections) {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const node = join(bin, 'node');
  run(node, ['--version']);
  return selections.every(
    (selection) =>
      spawnSync(node, ['scripts/test.mjs', ...selection], { cwd: ROOT, env, stdio: 'inherit' }).status === 0,
  );
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}
