import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The project's folder, found from here upwards, so that it is the same for `src` in tests and `dist/src` in
 * production.
 */
function findProjectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json not found above ' + import.meta.url);
    folder = parent;
  }
  return folder;
}

export const PROJECT_ROOT = findProjectRoot();
/** Contains the running `src` and `migrations`: `dist`, or the folder into which the tests compile. */
export const CODE_DIR = join(import.meta.dirname, '../../..');
export const DIST_DIR = join(PROJECT_ROOT, 'dist');
export const VIEWS_DIR = join(PROJECT_ROOT, 'views');
/** Browser scripts, styles and fonts, as the build bundles them. */
export const PUBLIC_DIR = join(DIST_DIR, 'public');
