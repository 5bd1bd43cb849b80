// The stages of .ci/run, the most revealing first. Each runs even if an earlier one failed, so one run shows all
// problems. Prints the time of each; a stage that exceeded its share on two cores is named but does not fail, since
// machines differ. On a slow machine, the last stages are left out, rather than the whole run cut off, and count as
// skipped. A few spec files that fail are run again, alone: one that passes then is named as unsteady.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NOT_RUN, ROOT } from './prepare.mjs';

const REPORTS = join(ROOT, '.test/reports');
/** Time limit of a run, and when a stage that has not ended is ended, so that a run always says what it found. */
const LONGEST_MINUTES = 82;
const END_MINUTES = 86;
/**
 * Least assumed slowness: a stage starts only if it would end in time at this multiple of its share, or at the slower
 * pace so far.
 */
const SLOWNESS = 1.5;
/** A stage that took no longer counts as not run. */
const LEFT_OUT_MINUTES = 0.1;
/** Lines repeated per failure, and per stage. */
const LINES_OF_FAILURE = 8;
const MOST_LINES = 60;
/** Failed spec files that are run again. More are no coincidence. */
const MOST_REPEATED = 3;
/** What a few spec files need beside their own time when they are run again. */
const START_MINUTES = 1;
/** Tests take most of the time, so a slow machine leaves out some of them instead of everything else. */
const SHARDS = [1, 2, 3, 4, 5, 6].map((shard) => ({
  name: `test ${shard}/6`,
  minutes: 10,
  command: ['run', 'test:all', '--', `--shard=${shard}/6`],
  runsJest: true,
}));
const STAGES = [
  { name: 'check', minutes: 4, command: ['run', 'check'] },
  ...SHARDS,
  { name: 'security', minutes: 10, command: ['run', 'test:security', '--', '--quick'] },
  { name: 'faults', minutes: 6, command: faults('kills', 'database', 'disk', 'memory') },
  { name: 'webhooks', minutes: 6, command: faults('webhooks') },
  { name: 'install', minutes: 4, command: ['run', 'check:install'] },
  { name: 'pooled', minutes: 3, command: ['run', 'test:pooled', '--'], runsJest: true },
  { name: 'previous', minutes: 4, command: ['run', 'test:previous'] },
  { name: 'rolling', minutes: 8, command: faults('rolling') },
  { name: 'corpus', minutes: 4, command: ['run', 'test:corpus', '--', '--count', '12'] },
  {
    name: 'damages',
    minutes: 2,
    command: ['run', 'test:corpus', '--', '--count', '12', '--damages', '60'],
  },
  { name: 'soak', minutes: 6, command: faults('soak') },
  { name: 'bench', minutes: 8, command: ['run', 'bench', '--', '--quick'] },
  { name: 'node', minutes: 8, command: ['run', 'test:node'] },
];

const begun = Date.now();
const results = [];
for (const stage of STAGES) {
  console.log(`\n=== ${stage.name}\n`);
  const start = Date.now();
  const counts = isInTime(stage) ? await runStage(stage) : leaveOut(stage);
  results.push({ ...stage, ...counts, took: minutesSince(start) });
}

for (const { name, failed, failures } of results.filter(({ failed }) => failed > 0))
  console.log(`\n=== failed in ${name}: ${failed}\n\n${failures.join('\n')}`);

console.log('\n=== times\n');
for (const { name, failed, skipped, took, minutes } of results) {
  const state = failed > 0 ? 'FAILED' : skipped > 0 ? 'skipped' : 'ok';
  console.log(`${state.padEnd(7)} ${name.padEnd(8)} ${clock(took)} of ${clock(minutes)}`);
}
const late = results.filter(({ took, minutes }) => took > minutes).map(({ name }) => name);
if (late.length > 0) console.log(`\nOver budget: ${late.join(', ')}`);
const names = results.flatMap(({ name, failed, failedTests = [name] }) => (failed > 0 ? failedTests : []));
if (names.length > 0) console.log(`\nFailed:\n${names.slice(0, MOST_LINES).join('\n')}`);
const unsteadyTests = results.flatMap(({ unsteady = [] }) => unsteady);
if (unsteadyTests.length > 0)
  console.log(`\nPassed only when run again, alone:\n${unsteadyTests.join('\n')}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') === 0 ? 0 : 1);

/** The command of these parts of the faults. */
function faults(...parts) {
  return ['run', 'test:faults', '--', '--quick', ...parts.flatMap((part) => ['--part', part])];
}

function isInTime({ minutes }) {
  const shares = results.reduce((sum, stage) => sum + (stage.took > LEFT_OUT_MINUTES ? stage.minutes : 0), 0);
  const slowness = Math.max(SLOWNESS, shares > 0 ? minutesSince(begun) / shares : 0);
  return minutesSince(begun) + slowness * minutes <= LONGEST_MINUTES;
}

function leaveOut({ name }) {
  console.log(
    `Not run: on this machine, ${name} might not finish within ${LONGEST_MINUTES} minutes of the start`,
  );
  return { passed: 0, failed: 0, skipped: 1 };
}

function minutesSince(start) {
  return (Date.now() - start) / 60_000;
}

/**
 * Runs a stage, and again the few spec files of it that failed, alone: something that needs a quieter machine is named
 * as unsteady, and everything else fails twice.
 * @returns the numbers of passed, failed and skipped tests, where a stage without tests counts as one, and the
 * failures, to repeat at the end: logs of long output often keep only its ends
 */
async function runStage(stage) {
  const first = await runOnce(stage, stage.command);
  const { failed, failedFiles = [], failedFilesMinutes, failedTests } = first;
  if (failed === 0 || failedFiles.length === 0 || failedFiles.length > MOST_REPEATED) return first;
  if (minutesSince(begun) + START_MINUTES + failedFilesMinutes > LONGEST_MINUTES) return first;
  console.log(`\n=== ${stage.name}, what failed once more\n`);
  const whole = stage.command.filter((word) => !word.startsWith('--shard='));
  const second = await runOnce(stage, [...whole, '--runInBand', ...failedFiles]);
  if (second.failed > 0) return first;
  return { ...first, passed: first.passed + failed, failed: 0, failures: [], unsteady: failedTests };
}

async function runOnce({ name, runsJest }, command) {
  const report = join(REPORTS, `${name.replace('/', '-of-')}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  const options = runsJest ? ['--json', `--outputFile=${report}`] : [];
  const stage = spawn('npm', [...command, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its group includes what it starts.
    detached: true,
    // With CI set, tests that cannot run here fail, such as a full disk where none can be mounted.
    env: { ...process.env, CI: 'true', TEST_COUNTS: 'reduced', SLOWEST: process.env.SLOWEST ?? '10' },
  });
  const lines = [follow(stage.stdout, process.stdout), follow(stage.stderr, process.stderr)];
  const end = setTimeout(
    () => {
      console.log(`\nEnded after ${clock(minutesSince(begun))} minutes of the run: ${name}`);
      endGroup(stage);
    },
    60_000 * (END_MINUTES - minutesSince(begun)),
  );
  const [status] = await once(stage, 'close');
  clearTimeout(end);
  const isGood = status === 0;
  if (status === NOT_RUN) return { passed: 0, failed: 0, skipped: 1 };
  const failures = isGood ? [] : failuresIn(lines.flatMap((each) => each()));
  if (!runsJest) return otherResult(name, isGood, failures);
  const { failed, ...counts } = readReport(report);
  return { ...counts, failed: isGood ? failed : Math.max(1, failed), failures };
}

/** Ends a stage with what it started, and stops waiting for output: something may have left its group and live on. */
function endGroup({ pid, stdout, stderr }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
  for (const stream of [stdout, stderr]) stream.destroy();
}

/** The result of a stage without tests, with what it says did not hold. */
function otherResult(name, isGood, failures) {
  const failed = failures.flatMap((line, at) =>
    /^ *FAILED /.test(line) ? [line, failures[at + 1] ?? ''] : [],
  );
  const failedTests = [name, ...failed.map((line) => `${name}: ${line.trim()}`)];
  return { passed: Number(isGood), failed: Number(!isGood), skipped: 0, failures, failedTests };
}

/** Forwards a stage's output. @returns the lines so far */
function follow(from, to) {
  let text = '';
  from.setEncoding('utf8').on('data', (part) => {
    text += part;
    to.write(part);
  });
  return () => text.split('\n');
}

/** The lines that name failures, with those following each, or else the last lines. */
function failuresIn(lines) {
  const starts = lines.flatMap((line, at) => (/^ *(FAIL|FAILED|●) /.test(line) ? [at] : []));
  const shown = lines.filter((_, at) => starts.some((start) => start <= at && at < start + LINES_OF_FAILURE));
  return shown.length > 0 ? shown.slice(0, MOST_LINES) : lines.slice(-MOST_LINES);
}

/** A spec file that failed outside its tests, for example with a leak, counts as a failed test. */
function readReport(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites, testResults } =
      JSON.parse(readFileSync(report, 'utf8'));
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const failedSpecs = testResults.filter(({ status }) => status === 'failed');
    const failedTests = failedSpecs.flatMap(failedIn);
    const failedFiles = failedSpecs.map(({ name }) => relative(ROOT, name));
    const failedFilesMinutes =
      failedSpecs.reduce((total, { startTime, endTime }) => total + endTime - startTime, 0) / 60_000;
    const tests = { failedTests, failedFiles, failedFilesMinutes };
    return { passed: numPassedTests, failed, skipped: numPendingTests, ...tests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** A line for each failed test of a spec file, or for a file that failed outside its tests. */
function failedIn({ name, assertionResults }) {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return failed.length > 0 ? failed.map(({ fullName }) => `${file}: ${fullName}`) : [file];
}

function clock(minutes) {
  const seconds = Math.round(60 * minutes);
  return `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}`;
}
