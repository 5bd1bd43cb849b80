// Runs the tests of one kind, with jest's options and patterns behind it. See docs/testing.md.
//   npm test               what a developer runs before a commit; a pattern finds deep tests as well
//   npm run test:unit      specs next to the sources; needs no browser, no validators and no build of the service
//   npm run test:integration, test:browser   the two other parts of npm test, which jobs can run at the same time
//   npm run test:pooled    the contract, job and webhook tests through PgBouncer in transaction mode
//   npm run test:deep      browser matrix, outside validators, time stamps, faults, changed bytes, and files with tests in depth
//   npm run test:previous   the previous version's tests, and last this version's beside it (scripts/previous.mjs)
//   npm run test:all       both in one run, so files with tests in depth run once
// With `--coverage`, it also says how much of src they run.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportCoverage, startCoverage } from './coverage.mjs';
import { findChromium } from './find-chromium.mjs';
import { ensureValidators } from './find-validators.mjs';
import { ensureBuilt, ensureInstalled, ensureLibrariesBundled, ROOT, runBeside } from './prepare.mjs';
import { pathWithTools } from './unpack-tools.mjs';

const [kind, ...args] = process.argv.slice(2);
const options = args.filter((arg) => arg !== '--coverage');
const hasCoverage = options.length < args.length;
const hasPattern = options.some((option) => !option.startsWith('-'));
/** Tests that use the database in unusual ways: locks, prepared statements, notifications, long transactions. */
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
/** These need the previous version, which scripts/previous.mjs builds. */
const BESIDE_PREVIOUS = '/test/previous/';
const ANY = ['--testPathIgnorePatterns', BESIDE_PREVIOUS];
const SELECTIONS = {
  usual: hasPattern ? ANY : [...ANY, '/test/deep/'],
  unit: ['--roots', 'src'],
  integration: ['--roots', 'test', ...ANY, '/test/deep/', '/test/browser/'],
  browser: ['--roots', 'test/browser'],
  pooled: hasPattern ? ANY : ['--testPathPatterns', ...POOLED],
  deep: hasPattern ? ANY : ['--testPathPatterns', '/test/deep/', ...filesInDepth()],
  all: ANY,
  previous: ['--roots', 'test/previous'],
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
  const isDeep = env.TEST_DEPTH === 'deep' || kind === 'pooled';
  ensureValidators(isDeep);
  if (isDeep) env.PATH = pathWithTools();
  env.CHROMIUM_PATH = findChromium();
  if (kind === 'pooled') env.TEST_POOLER = 'pgbouncer';
}
if (hasCoverage) Object.assign(env, startCoverage());
await compiled;
// A selection consumes all arguments after it, so it comes last.
const jest = ['node_modules/jest/bin/jest.js', ...options, ...SELECTIONS[kind]];
const { status } = spawnSync(process.execPath, jest, { cwd: ROOT, stdio: 'inherit', env });
if (hasCoverage) reportCoverage();
process.exit(status ?? 1);

/**
 * Spec files with tests that run only in depth (test/support/in-depth.ts).
 * @throws Error if one outside test/deep has no other tests: jest fails a file without tests
 */
function filesInDepth() {
  const files = ['src', 'test']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
    .filter(({ text }) => text.includes('/support/in-depth.js'));
  const misplaced = files.filter(
    ({ file, text }) => !file.startsWith('test/deep/') && !/^ *(?:it|test)(?:\.each)?[(<]/m.test(text),
  );
  if (misplaced.length > 0)
    throw new Error(
      `All tests of ${misplaced.map(({ file }) => file).join(', ')} are deep tests: move the file to test/deep.`,
    );
  return files.map(({ file }) => file);
}
