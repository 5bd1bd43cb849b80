import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { CODE_DIR, PROJECT_ROOT } from '../../../src/platform/config/paths.js';

interface Outcome {
  exitCode: number;
  output: string;
}

/** Runs one of the fixtures as a test run of its own. */
function runFixture(name: string): Promise<Outcome> {
  const config = {
    rootDir: PROJECT_ROOT,
    roots: ['<rootDir>/test/support/runner/fixtures'],
    testMatch: [`**/${name}.ts`],
    transform: {},
    runner: [join(CODE_DIR, 'test/support/runner/runner.js'), { buildDir: CODE_DIR, graceMs: 300 }],
    testTimeout: 300,
    maxWorkers: 1,
  };
  const args = ['node_modules/jest/bin/jest.js', '--config', JSON.stringify(config)];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: PROJECT_ROOT }, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

describe('a test run', () => {
  it.each(['passes', 'keeps'])('passes when a spec file %s', async (name) => {
    const { exitCode, output } = await runFixture(name);
    expect(output).toMatch(/Test Suites: 1 passed, 1 total/);
    expect(exitCode).toBe(0);
  });

  it.each([
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
  ])('fails when a spec file %s', async (name, message) => {
    const { exitCode, output } = await runFixture(name);
    expect(exitCode).toBe(1);
    expect(output).toMatch(new RegExp(message));
    expect(output).toMatch(/Test Suites: 1 failed, 1 total/);
  });
});
