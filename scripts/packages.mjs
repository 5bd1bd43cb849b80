// Determines which packages are installed, by comparing package-lock.json with the copy that npm keeps in
// node_modules.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package whose dependencies are what only tests and checks need. */
const TESTS = 'node_modules/countersign-tests';

/**
 * @param forTests - whether the packages that only tests and checks need are wanted too
 * @returns `pruned`: whether this is a production install, without any development packages; `hasTests`: whether it
 * has those for tests; `missing`: the packages to install, as `name@version`, excluding optional ones, which may be
 * for other platforms, and, in a production install, development packages.
 */
export function inspectPackages(root, forTests) {
  const lockFile = join(root, 'package-lock.json');
  const wanted = existsSync(lockFile) ? readPackages(lockFile) : [];
  const installed = new Map(readPackages(join(root, 'node_modules/.package-lock.json')));
  const pruned = installed.size > 0 && ![...installed.values()].some(({ dev }) => dev);
  const isDirect = directOf(wanted);
  // npm installs a package with all that it depends on, so only a direct dependency can be missing alone.
  const isNeeded = (path) => (forTests || pruned ? path !== TESTS : isDirect(path));
  const missing = wanted
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !(pruned && dev))
    .filter(([path, { version, optional }]) => {
      const found = installed.get(path);
      return found ? found.version !== version : !optional && isNeeded(path);
    })
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version ?? 'local'}`);
  return { pruned, hasTests: installed.has(TESTS), missing };
}

function directOf(packages) {
  const [, root] = packages.find(([path]) => path === '') ?? [];
  const names = new Set(Object.keys({ ...root?.dependencies, ...root?.devDependencies }));
  return (path) => names.has(path.slice('node_modules/'.length));
}

function readPackages(file) {
  if (!existsSync(file)) return [];
  return Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages);
}
