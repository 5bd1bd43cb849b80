// `npm run release -- 0.2.0`: sets the version of a release in the sources. docs/releasing.md describes the steps
// before and after.
// `npm run release -- --check v0.2.0`: fails if they do not have the version of this tag.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const PACKAGES = ['package.json', 'sdk/typescript/package.json'];
const LOCK = 'package-lock.json';
const CHANGELOG = 'CHANGELOG.md';

const [version = '', tag] = process.argv.slice(2);
if (version === '--check') process.exit(checkTag(tag));
const heading = `## ${version} (unreleased)`;
const changelog = readFileSync(join(ROOT, CHANGELOG), 'utf8');
const problems = [
  /^\d+\.\d+\.\d+$/.test(version)
    ? ''
    : `"${version}" is not a version. Name one, such as npm run release -- 0.2.0`,
  changelog.includes(`\n${heading}\n`) ? '' : `${CHANGELOG} must have the heading "${heading}".`,
  git('status', '--porcelain') === ''
    ? ''
    : 'There are uncommitted changes. Commit or remove what git status shows.',
].filter((problem) => problem !== '');
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}

for (const file of PACKAGES) change(file, (contents) => ({ ...contents, version }));
change(LOCK, ({ packages, ...contents }) => ({
  ...contents,
  version,
  packages: { ...packages, '': { ...packages[''], version } },
}));
const today = new Date().toISOString().slice(0, 10);
writeFileSync(join(ROOT, CHANGELOG), changelog.replace(heading, `## ${version} (${today})`));
console.log(`The sources are ${version}. Continue with "Commit and tag" in docs/releasing.md.`);

function change(file, edit) {
  const path = join(ROOT, file);
  writeFileSync(path, `${JSON.stringify(edit(JSON.parse(readFileSync(path, 'utf8'))), null, 2)}\n`);
}

/** @returns the exit status */
function checkTag(name = '') {
  const wrong = PACKAGES.filter(
    (file) => `v${JSON.parse(readFileSync(join(ROOT, file), 'utf8')).version}` !== name,
  );
  for (const file of wrong) console.error(`${file} has another version than the tag "${name}".`);
  const isDated = new RegExp(`^## ${name.slice(1).replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm');
  const changelog = readFileSync(join(ROOT, CHANGELOG), 'utf8');
  if (!isDated.test(changelog)) console.error(`${CHANGELOG} has no dated section for the tag "${name}".`);
  return wrong.length === 0 && isDated.test(changelog) ? 0 : 1;
}

function git(...args) {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
}
