// `npm run test:previous`: runs the previous version's tests and code on this version's schema, to ensure that both
// can run at once during an upgrade. test/previous/pin.json names the version and which of its specs to run.
//
// Then runs test/previous: a process of the previous version beside this one.
//
// Checks out the previous version into its own folder, where this version's migrations replace its own: migrations
// import nothing from the sources, and whatever runs there migrates to the new schema. Ends with status 75 if the
// history is missing, so it does not count as passed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, NOT_RUN, ROOT, run } from './prepare.mjs';

const { version, commit, specs } = JSON.parse(readFileSync(join(ROOT, 'test/previous/pin.json'), 'utf8'));
const FOLDER = join(ROOT, '.test/previous', commit);

ensureInstalled();
if (!existsSync(FOLDER)) {
  if (isWithoutHistory()) {
    console.error(`Not run: this is a copy without the Git history, which contains ${version} (${commit}).`);
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
console.error('Running processes of both versions side by side …');
run(process.execPath, ['scripts/test.mjs', 'previous'], {
  stdio: 'inherit',
  env: { ...process.env, PREVIOUS_FOLDER: FOLDER },
});

/** An exported tree, or a shallow clone. */
function isWithoutHistory() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: ROOT });
  return status !== 0 || stdout.toString().trim() === 'true';
}

/** A failed or killed run leaves no folder that looks complete. */
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

/** If its packages differ from ours, its own scripts install them. */
function shareNodeModules(folder) {
  const lockOf = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}
