// Part of `npm run check`: docs/dependencies.md explains every dependency and no other package, and package-lock.json
// names no registry, so that it installs from any.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const read = (name) => readFileSync(join(ROOT, name), 'utf8');
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
const installed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
const explained = [...read('docs/dependencies.md').matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, names]) =>
  names.split(/,\s+/),
);
/** `all of @types` stands for every package of that scope. */
const explains = (entry, name) =>
  entry.startsWith('all of ') ? name.startsWith(`${entry.slice('all of '.length)}/`) : entry === name;
const problems = [
  ...installed
    .filter((name) => !explained.some((entry) => explains(entry, name)))
    .map((name) => `docs/dependencies.md does not say why ${name} is here.`),
  ...explained
    .filter((entry) => !installed.some((name) => explains(entry, name)))
    .map((entry) => `docs/dependencies.md explains ${entry}, which is not in package.json.`),
  ...Object.entries(JSON.parse(read('package-lock.json')).packages)
    .filter(([, { resolved }]) => /^\w+:/.test(resolved ?? ''))
    .map(([path, { resolved }]) => `package-lock.json has the address ${resolved} for ${path}: delete it.`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
