// Coverage of `src` by tests, from what V8 counts in every process of a test run, with c8.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installAside } from './install-aside.mjs';
import { ROOT } from './prepare.mjs';

const FOLDER = join(ROOT, '.test/coverage');
const TOOL = join(ROOT, '.test/c8');

/** Prepares for a run. @returns its additional environment, in which each process writes its counts when it ends */
export function startCoverage() {
  installAside(TOOL, { c8: '12.0.0' });
  rmSync(FOLDER, { recursive: true, force: true });
  return { NODE_V8_COVERAGE: FOLDER };
}

/** Prints a summary, and writes a report into `coverage`: index.html, and lcov.info for other programs. */
export function reportCoverage() {
  const c8 = [join(TOOL, 'node_modules/c8/bin/c8.js'), 'report'];
  const counts = ['--temp-directory', FOLDER, '--merge-async'];
  // The compiled files, which lead to their sources, and the sources themselves, since those that no test loads count
  // as well.
  const folders = ['src', 'dist/src', '.test/build/src'].flatMap((name) => ['--include', `${name}/**`]);
  const files = ['--all', '--src', 'src', ...folders, '--exclude', '**/*.spec.*', '--exclude', '**/*.d.ts'];
  const reports = ['text-summary', 'html', 'lcovonly'].flatMap((name) => ['--reporter', name]);
  const args = [...c8, ...counts, ...files, ...reports];
  spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
}
