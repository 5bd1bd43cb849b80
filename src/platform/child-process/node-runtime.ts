import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

let runtime: string[] | undefined;

/**
 * Everything Node.js needs to start: its executable, the folders of the libraries that it loads, and the top-level
 * links to them.
 */
export function nodeRuntime(): string[] {
  return (runtime ??= findRuntime());
}

function findRuntime(): string[] {
  // Would look up the names of all peers.
  Object.assign(process.report, { excludeNetwork: true });
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] };
  const libraries = sharedObjects.filter((path) => path.startsWith('/') && path.includes('.so'));
  // The loader's own path may be a link into another folder.
  const folders = libraries.flatMap((path) => [dirname(realpathSync(path)), realpathSync(dirname(path))]);
  const tops = libraries.map((path) => `/${path.split('/')[1]}`);
  const links = tops.filter((top) => lstatSync(top).isSymbolicLink());
  return [...new Set([...folders, ...links, process.execPath])];
}
