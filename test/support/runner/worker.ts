// Runs the spec files that the runner sends, one after another, in this process and on one module graph.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'expect';
import * as circus from 'jest-circus';
import { patience } from '../patience.js';
import { closeKept } from './kept.js';
import { leftOpen, openHandles } from './leaks.js';
import { type Order, type Report, type SpecOrder, type SpecOutcome } from './messages.js';
import { activeHandles, describeHandle } from './open-handles.js';
import { processorMs } from './processor-time.js';

const IMPORT_LIMIT_MS = 60_000;
const END_LIMIT_MS = 10_000;

const { addEventHandler, getState, resetState, run } = circus;
const { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } = circus;
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, it, test, expect });

const tell = (report: Report) => process.send?.(report);

/** Rejections that have not been handled yet, each with its reason. */
const floating = new Map<Promise<unknown>, unknown>();
let isRunning = false;

process.on('unhandledRejection', (reason, promise) => {
  if (isRunning) floating.set(promise, reason);
  else tell({ stray: stackOf(reason) });
});
process.on('rejectionHandled', (promise) => floating.delete(promise));
process.on('uncaughtException', (error) => {
  if (!isRunning) tell({ stray: stackOf(error) });
  else (getState().currentlyRunningTest?.errors ?? getState().unhandledErrors).push(error);
});

addEventHandler(async (event, state) => {
  if (event.name === 'hook_start') {
    tell({ doing: event.hook.type, limitMs: stretchLimit(event.hook, state.testTimeout) });
  } else if (event.name === 'test_fn_start') {
    tell({ doing: `'${event.test.name}'`, limitMs: stretchLimit(event.test, state.testTimeout) });
  } else if (event.name === 'test_done') {
    event.test.errors.push(...(await takeFloating()));
  }
});

const limits = new WeakMap<object, number>();

/** A hook runs several times; each time its limit is adjusted to the machine's current load. */
function stretchLimit(test: { timeout?: number | null }, usual: number): number {
  const limit = limits.get(test) ?? test.timeout ?? usual;
  limits.set(test, limit);
  return (test.timeout = patience(limit));
}

/** Node reports an unhandled rejection at the end of the event loop turn. */
async function takeFloating(): Promise<unknown[]> {
  await nextTurn();
  const reasons = [...floating.values()];
  floating.clear();
  return reasons;
}

async function runSpec({ file, testTimeoutMs, graceMs, testNamePattern }: SpecOrder): Promise<SpecOutcome> {
  const before = openHandles();
  const startMs = processorMs();
  resetState();
  const state = getState();
  state.testTimeout = testTimeoutMs;
  if (testNamePattern) state.testNamePattern = new RegExp(testNamePattern, 'i');
  tell({ doing: 'loading', limitMs: IMPORT_LIMIT_MS });
  const errors: string[] = [];
  let tests: SpecOutcome['tests'] = [];
  try {
    await import(pathToFileURL(file).href);
    const { testResults, unhandledErrors } = await run();
    tests = testResults.map(toAssertionResult);
    errors.push(...unhandledErrors.map(plainStack));
  } catch (error) {
    errors.push(stackOf(error));
  }
  tell({ doing: 'closing', limitMs: graceMs });
  const left = await leftOpen(before, graceMs);
  if (left.length > 0) errors.push(`Left open by this file:\n${left.join('\n')}`);
  errors.push(...(await takeFloating()).map(stackOf));
  return {
    tests,
    errors,
    residentBytes: process.memoryUsage.rss(),
    processorMs: processorMs() - startMs,
  };
}

type CircusResult = Awaited<ReturnType<typeof run>>['testResults'][number];

function toAssertionResult(result: CircusResult): SpecOutcome['tests'][number] {
  const { errors, status, duration, failing, invocations, location, numPassingAsserts } = result;
  // The first title is that of circus's root block.
  const titles = result.testPath.slice(1).map(String);
  const passed = errors.length === 0 ? 'passed' : 'failed';
  return {
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1)!,
    fullName: titles.join(' '),
    status: status === 'skip' ? 'pending' : status === 'todo' ? 'todo' : passed,
    failureDetails: [],
    failureMessages: errors.map(plainStack),
    duration,
    failing,
    invocations,
    location,
    numPassingAsserts,
  };
}

/** Removes the runner's frames, and the `<anonymous>` of spec callbacks, because jest's reporter hides such frames. */
function plainStack(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => !/^\s+at .*(support\/runner\/worker|jest-circus\/build|Array\.map)/.test(line))
    .join('\n')
    .replace(/ at <anonymous> \((.+)\)$/gm, ' at $1');
}

const stackOf = (reason: unknown) =>
  reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);

/** Closes everything that is kept. The process then ends on its own, or reports what keeps it alive. */
async function end(): Promise<void> {
  await closeKept().catch((error: unknown) => tell({ stray: stackOf(error) }));
  process.channel?.unref();
  const tooLong = () => {
    const names = [...activeHandles()].map(describeHandle);
    const open = [...names, ...process.getActiveResourcesInfo()].join(', ');
    process.send?.({ stray: `The worker did not end on its own: ${open}` }, () => process.exit(1));
  };
  setTimeout(tooLong, END_LIMIT_MS).unref();
}

process.once('disconnect', () => process.exit(1));
process.on('message', (order: Order) => {
  if ('end' in order) return void end();
  isRunning = true;
  void runSpec(order.run).then((done) => {
    isRunning = false;
    tell({ done });
  });
});
