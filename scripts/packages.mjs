// Which packages are installed, by comparing package-lock.json with the copy that npm keeps in node_modules.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @returns `pruned`: whether this is a production install, without any development package; `missing`: the packages to
 * install, as `name@version`, without optional ones, which may be for other platforms, and in a production install
 * without development packages.
 */
export function inspectPackages(root) {
  const lockFile = join(root, 'package-lock.json');
  const wanted = existsSync(lockFile) ? readPackages(lockFile) : [];
  const installed = new Map(readPackages(join(root, 'node_modules/.package-lock.json')));
  const pruned = installed.size > 0 && ![...installed.values()].some(({ dev }) => dev);
  const missing = wanted
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !(pruned && dev))
    .filter(([path, { version, optional }]) => {
      const found = installed.get(path);
      return found ? found.version !== version : !optional;
    })
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version ?? 'local'}`);
  return { pruned, missing };
}

function readPackages(file) {
  if (!existsSync(file)) return [];
  return Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages);
}
