import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { CODE_DIR, PROJECT_ROOT } from '../../../src/platform/config/paths.js';

interface FixtureResult {
  status: string;
  message: string;
}

interface Outcome {
  exitCode: number;
  /** By the name of the fixture. */
  files: Map<string, FixtureResult>;
}

/** Runs fixtures as a separate test run, one after another. */
function runFixtures(names: string[]): Promise<Outcome> {
  const config = {
    rootDir: PROJECT_ROOT,
    roots: ['<rootDir>/test/support/runner/fixtures'],
    testMatch: names.map((name) => `**/${name}.ts`),
    transform: {},
    runner: [join(CODE_DIR, 'test/support/runner/runner.js'), { buildDir: CODE_DIR, graceMs: 300 }],
    testTimeout: 300,
    maxWorkers: 1,
  };
  const args = ['node_modules/jest/bin/jest.js', '--json', '--config', JSON.stringify(config)];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: PROJECT_ROOT }, (error, stdout) => {
      const { testResults } = JSON.parse(stdout) as { testResults: (FixtureResult & { name: string })[] };
      const files = testResults.map((file) => [basename(file.name, '.ts'), file] as const);
      resolve({ exitCode: error ? Number(error.code) : 0, files: new Map(files) });
    });
  });
}

describe('a test run', () => {
  const FAILING: [string, string][] = [
    ['hangs', 'Exceeded timeout of [\\d,]+ ms for a test'],
    ['blocks', "The worker hung: 'never gives the event loop back' did not end."],
    ['leaks-server', 'Left open by this file:\\s+Server on {"address":"127.0.0.1"'],
    ['leaks-process', 'Left open by this file:\\s+ChildProcess \\d+: sleep 60'],
    ['leaks-timer', 'Left open by this file:\\s+1 timer'],
    ['floats', 'nobody waits for this'],
    ['floats-later', 'nobody waits for this'],
    ['fails-before-all', 'beforeAll failed'],
    ['fails-after-all', 'afterAll failed'],
    ['fails-to-load', 'loading failed'],
    ['ends-process', "The worker's process ended with 0 during 'ends its worker'"],
  ];
  let failing: Outcome;

  beforeAll(async () => {
    failing = await runFixtures(FAILING.map(([name]) => name));
  });

  it('passes when its spec files pass', async () => {
    const { exitCode, files } = await runFixtures(['passes', 'keeps']);
    expect([...files.values()].map(({ status }) => status)).toEqual(['passed', 'passed']);
    expect(exitCode).toBe(0);
  });

  it('fails when one of its spec files fails', () => {
    expect(failing.exitCode).toBe(1);
    expect(failing.files.size).toBe(FAILING.length);
  });

  it.each(FAILING)('fails when a spec file %s, whatever failed before it', (name, message) => {
    expect(failing.files.get(name)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(new RegExp(message)),
    });
  });
});
