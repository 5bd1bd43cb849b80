import { join, relative } from 'node:path';
import { createEmptyTestResult, type Test, type TestResult } from '@jest/test-result';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { CallbackTestRunner, type OnTestFailure, type OnTestStart, type OnTestSuccess } from 'jest-runner';
import { type SpecOutcome } from './messages.js';
import { SpecWorker } from './spec-worker.js';

type Watcher = Parameters<CallbackTestRunner['runTests']>[1];

const DEFAULT_LIMIT_MS = 5_000;
const DEFAULT_GRACE_MS = 10_000;

/**
 * Runs compiled spec files in child processes, many files to a process, on one module graph: a module is evaluated once
 * per worker, not once per file. Reasons: docs/adr/0011-one-module-graph-per-test-worker.md.
 *
 * Supports `maxWorkers`, `testTimeout`, `testNamePattern` and `workerIdleMemoryLimit`. Options: `buildDir`, the folder of
 * the compiled files; `graceMs`, how long a test may block its worker beyond its limit, and how long a closed handle may
 * take to disappear.
 */
export default class SharedGraphRunner extends CallbackTestRunner {
  private readonly times: { path: string; ms: number; processorMs: number }[] = [];

  async runTests(
    tests: Test[],
    watcher: Watcher,
    onStart: OnTestStart,
    onResult: OnTestSuccess,
    onFailure: OnTestFailure,
  ): Promise<void> {
    const waiting = [...tests];
    const runLane = async () => {
      let worker: SpecWorker | null = null;
      for (let test = waiting.shift(); test && !watcher.isInterrupted(); test = waiting.shift()) {
        await onStart(test);
        worker ??= new SpecWorker((this._options?.graceMs as number | undefined) ?? DEFAULT_GRACE_MS);
        const start = Date.now();
        const outcome = await this.runFile(worker, test);
        this.times.push({ path: test.path, ms: Date.now() - start, processorMs: outcome.processorMs });
        worker = await this.keepOrEnd(worker, outcome, waiting.length === 0);
        if (outcome.tests.length > 0) await onResult(test, this.toTestResult(test, start, outcome));
        else await onFailure(test, { message: '', stack: outcome.errors.join('\n') });
      }
      worker?.kill();
    };
    await Promise.all(Array.from({ length: this._globalConfig.maxWorkers }, runLane));
    this.printSlowest(Number(process.env.SLOWEST ?? 0));
  }

  /** Sorted by processor time, which depends less than clock time on the machine's other load. */
  private printSlowest(count: number): void {
    const slowest = this.times.sort((one, other) => other.processorMs - one.processorMs).slice(0, count);
    for (const { path, ms, processorMs } of slowest) {
      const [processor, clock] = [processorMs, ms].map((each) => `${(each / 1000).toFixed(1)} s`.padStart(8));
      console.error(
        `${processor} of processor time in ${clock}: ${relative(this._globalConfig.rootDir, path)}`,
      );
    }
  }

  private async runFile(worker: SpecWorker, { path, context }: Test): Promise<SpecOutcome> {
    const { testTimeout = DEFAULT_LIMIT_MS, testNamePattern } = this._globalConfig;
    const { rootDir } = context.config;
    const compiled = relative(rootDir, path).replace(/\.ts$/, '.js');
    const file = join(this._options?.buildDir as string, compiled);
    try {
      return await worker.run({ file, testTimeoutMs: testTimeout, testNamePattern });
    } catch (error) {
      worker.kill();
      return { tests: [], errors: [(error as Error).message], residentBytes: 0, processorMs: 0 };
    }
  }

  /** @returns the worker for the next file, or null if a new one is needed. Errors while it ends are added to `outcome`. */
  private async keepOrEnd(
    worker: SpecWorker,
    outcome: SpecOutcome,
    isLast: boolean,
  ): Promise<SpecWorker | null> {
    const { tests, errors, residentBytes } = outcome;
    if (errors.length > 0 || tests.some(({ status }) => status === 'failed')) {
      // The failed tests may still be running in it.
      worker.kill();
      return null;
    }
    const hasGrown = residentBytes > (this._globalConfig.workerIdleMemoryLimit ?? Infinity);
    if (!isLast && !hasGrown) return worker;
    errors.push(...(await worker.end()));
    return null;
  }

  private toTestResult(test: Test, start: number, { tests, errors }: SpecOutcome): TestResult {
    const { config } = test.context;
    const end = Date.now();
    const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length;
    const stack = errors.join('\n');
    const messages = [
      formatResultsErrors(tests, config, this._globalConfig, test.path),
      ...errors.map((error) =>
        formatExecError({ message: '', stack: error }, config, this._globalConfig, test.path),
      ),
    ];
    return {
      ...createEmptyTestResult(),
      testFilePath: test.path,
      displayName: config.displayName,
      testResults: tests,
      testExecError: errors.length > 0 ? { message: '', stack } : undefined,
      failureMessage: messages.filter((message) => message !== null).join('\n') || null,
      numFailingTests: count('failed'),
      numPassingTests: count('passed'),
      numPendingTests: count('pending'),
      numTodoTests: count('todo'),
      perfStats: {
        start,
        end,
        runtime: end - start,
        slow: (end - start) / 1000 > config.slowTestThreshold,
        loadTestEnvironmentStart: start,
        loadTestEnvironmentEnd: start,
        setupAfterEnvStart: start,
        setupAfterEnvEnd: start,
        setupFilesStart: start,
        setupFilesEnd: start,
      },
    };
  }
}
