// `npm run test:previous`: runs the tests of the version before, with its code, on the schema of this one, so that both can run
// at once during an upgrade. test/previous/pin.json says which version and which of its specs.
//
// The version before is checked out into a folder of its own, where the migrations of this version replace its own:
// migrations import nothing from the sources, and whatever it starts there migrates to the new schema. Ends with status 75
// where the history is missing, so that nobody takes it for passed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, NOT_RUN, ROOT, run } from './prepare.mjs';

const { version, commit, specs } = JSON.parse(readFileSync(join(ROOT, 'test/previous/pin.json'), 'utf8'));
const FOLDER = join(ROOT, '.test/previous', commit);

ensureInstalled();
if (!existsSync(FOLDER)) {
  if (isWithoutHistory()) {
    console.error(`Not run: this is a copy without its history, which has ${version} (${commit}).`);
    process.exit(NOT_RUN);
  }
  checkOut();
}
rmSync(join(FOLDER, 'migrations'), { recursive: true });
cpSync(join(ROOT, 'migrations'), join(FOLDER, 'migrations'), { recursive: true });
console.error(`Running tests of ${version} (${commit.slice(0, 8)}) on the schema of this version …`);
run(process.execPath, ['scripts/test.mjs', 'usual', ...specs, ...process.argv.slice(2)], {
  cwd: FOLDER,
  stdio: 'inherit',
});

/** An exported tree, or a shallow clone. */
function isWithoutHistory() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: ROOT });
  return status !== 0 || stdout.toString().trim() === 'true';
}

/** Whatever fails or is killed leaves no folder that looks complete. */
function checkOut() {
  const draft = `${FOLDER}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const archive = spawnSync('git', ['archive', '--format=tar', commit], {
    cwd: ROOT,
    maxBuffer: 1024 ** 3,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (archive.status !== 0) {
    console.error(`The history lacks ${commit}, which test/previous/pin.json says is ${version}.`);
    process.exit(1);
  }
  const { status } = spawnSync('tar', ['-x', '-C', draft], {
    input: archive.stdout,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(1);
  shareNodeModules(draft);
  renameSync(draft, FOLDER);
}

/** Its own packages are installed by its own scripts, if they are others than ours. */
function shareNodeModules(folder) {
  const lockOf = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}
