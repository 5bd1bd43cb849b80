// Part of `npm run check`: docs/dependencies.md explains every dependency and no other package, each package that only
// tests and checks need is used, and package-lock.json names no registry, so it installs from any.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const read = (name) => readFileSync(join(ROOT, name), 'utf8');
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
const { devDependencies: forTests } = JSON.parse(read('test/packages/package.json'));
const installed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...forTests });
const explained = [...read('docs/dependencies.md').matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, names]) =>
  names.split(/,\s+/),
);
/** `all of @types` stands for every package of that scope. */
const explains = (entry, name) =>
  entry.startsWith('all of ') ? name.startsWith(`${entry.slice('all of '.length)}/`) : entry === name;
const code = execFileSync('git', ['ls-files', '-z', '*.ts', '*.mjs', '*.cjs', '*.js'], { cwd: ROOT })
  .toString()
  .split('\0')
  .filter((name) => name !== '' && existsSync(join(ROOT, name)))
  .map(read)
  .join('\n');
/** Loaded by @cyclonedx/cyclonedx-library. */
const LOADED_BY_OTHERS = ['ajv-formats', 'ajv-formats-draft2019'];
/** Types have no import of their own. */
const isUsed = (name) =>
  name.startsWith('@types/') ||
  LOADED_BY_OTHERS.includes(name) ||
  new RegExp(`['"](node_modules/)?${name}(/[^'"]*)?['"]`).test(code);
const problems = [
  ...Object.keys(forTests)
    .filter((name) => !isUsed(name))
    .map((name) => `Nothing uses ${name} of test/packages/package.json.`),
  ...installed
    .filter((name) => !explained.some((entry) => explains(entry, name)))
    .map((name) => `docs/dependencies.md does not say why ${name} is here.`),
  ...explained
    .filter((entry) => !installed.some((name) => explains(entry, name)))
    .map((entry) => `docs/dependencies.md explains ${entry}, which is in no package.json.`),
  ...Object.entries(JSON.parse(read('package-lock.json')).packages)
    .filter(([, { resolved }]) => /^\w+:/.test(resolved ?? ''))
    .map(([path, { resolved }]) => `package-lock.json has the address ${resolved} for ${path}: delete it.`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
