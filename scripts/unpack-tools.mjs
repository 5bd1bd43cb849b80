// Unpacks programs for the tests from Debian packages whose installation would start a server, or add much that is
// not needed. Needs no root.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './prepare.mjs';

const FOLDER = join(ROOT, '.test/tools');
const TOOLS = [
  // A 19 MB download.
  { program: 'promtool', version: '--version', package: 'prometheus', path: 'usr/bin/promtool' },
  { program: 'nginx', version: '-v', package: 'nginx', path: 'usr/sbin/nginx' },
];

/**
 * Unpacks the programs that this machine lacks.
 * @returns PATH with all of them; if some are unavailable, ends this process with instructions
 */
export function pathWithTools() {
  const path = [process.env.PATH, FOLDER].join(delimiter);
  const missing = TOOLS.filter(({ program, version }) => !runs(program, version, path));
  if (missing.length === 0) return path;
  console.error(`Unpacking ${missing.map(({ program }) => program).join(' and ')} …`);
  for (const tool of missing) unpack(tool);
  const lacking = missing.filter(({ program, version }) => !runs(program, version, path));
  if (lacking.length === 0) return path;
  const programs = lacking.map(({ program }) => program).join(' and ');
  const packages = lacking.map((tool) => tool.package).join(' ');
  console.error(`The tests need ${programs}, from the Debian packages ${packages}.`);
  process.exit(1);
}

function runs(program, version, path) {
  return spawnSync(program, [version], { stdio: 'ignore', env: { ...process.env, PATH: path } }).status === 0;
}

function unpack({ program, package: name, path }) {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'unpacked-'));
  try {
    const run = (...[command, ...args]) =>
      spawnSync(command, args, { cwd: folder, stdio: ['ignore', 2, 2] }).status === 0;
    const download = () => run('apt-get', 'download', '--quiet=2', name);
    // A machine on which nothing has been installed yet has no package lists.
    if (!download() && !(run('apt-get', 'update', '--quiet=2') && download())) return;
    const [archive] = readdirSync(folder);
    run('dpkg-deb', '--extract', archive, '.');
    if (existsSync(join(folder, path))) renameSync(join(folder, path), join(FOLDER, program));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
