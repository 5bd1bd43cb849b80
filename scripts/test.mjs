// Runs the tests of one kind, with jest's options and patterns behind it. See docs/testing.md.
//   npm test               what a developer runs before a commit; a pattern finds deep tests as well
//   npm run test:unit      specs beside the sources; needs no browser, no validators and no build of the service
//   npm run test:pooled    the contract, job and webhook tests through PgBouncer in transaction mode
//   npm run test:deep      browser matrix, outside validators, time stamps, faults, changed bytes, and files with tests in depth
//   npm run test:all       both in one run, so that files with tests in depth run once
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { ensureValidators } from './find-validators.mjs';
import { ensureBuilt, ensureInstalled, ensureLibrariesBundled, ROOT, runBeside } from './prepare.mjs';
import { pathWithTools } from './unpack-tools.mjs';

const [kind, ...options] = process.argv.slice(2);
const hasPattern = options.some((option) => !option.startsWith('-'));
/** What uses the database in other ways than most: locks, prepared statements, notifications, long transactions. */
const POOLED = [
  ...['/test/contract/', '/src/platform/jobs/', '/src/platform/database/transactions'],
  ...[
    'signed-from-start-to-end',
    'verified-from-start-to-end',
    '/idempotency',
    'event-feed',
    'dashboard-live',
  ],
  ...['webhook-deliveries', 'identity-streams', 'signature-timers'],
];
const SELECTIONS = {
  usual: hasPattern ? [] : ['--testPathIgnorePatterns', '/test/deep/'],
  unit: ['--roots', 'src'],
  pooled: hasPattern ? [] : ['--testPathPatterns', ...POOLED],
  deep: hasPattern ? [] : ['--testPathPatterns', '/test/deep/', ...filesInDepth('test')],
  all: [],
};

ensureInstalled();
const compiled = runBeside(process.execPath, ['scripts/compile-tests.mjs']);
const env = {
  ...process.env,
  TEST_DEPTH: hasPattern || kind === 'deep' || kind === 'all' ? 'deep' : 'usual',
};
if (kind === 'unit') ensureLibrariesBundled();
else {
  ensureBuilt();
  ensureValidators();
  env.PATH = pathWithTools();
  env.CHROMIUM_PATH = findChromium();
  if (kind === 'pooled') env.TEST_POOLER = 'pgbouncer';
}
await compiled;
// A selection takes every argument behind it, so it comes last.
const jest = ['node_modules/jest/bin/jest.js', ...options, ...SELECTIONS[kind]];
const { status } = spawnSync(process.execPath, jest, { cwd: ROOT, stdio: 'inherit', env });
process.exit(status ?? 1);

/**
 * Spec files with tests that only a deep run has (test/support/in-depth.ts).
 * @throws Error if one outside test/deep has no others: jest takes a file without tests for a fault
 */
function filesInDepth(folder) {
  const files = readdirSync(join(ROOT, folder), { recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), 'utf8') }))
    .filter(({ text }) => text.includes('/support/in-depth.js'));
  const misplaced = files.filter(
    ({ file, text }) => !file.startsWith('test/deep/') && !/^ *(?:it|test)(?:\.each)?[(<]/m.test(text),
  );
  if (misplaced.length > 0)
    throw new Error(
      `All tests of ${misplaced.map(({ file }) => file).join(', ')} are in depth: move it to test/deep.`,
    );
  return files.map(({ file }) => file);
}
