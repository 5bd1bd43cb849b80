// Runs spec files one after the other in this process, on one module graph, as the runner orders them.
import { pathToFileURL } from 'node:url';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as circus from 'jest-circus';
import { expect } from 'expect';
import { leftOpen, openHandles } from './open-handles.js';
import { type Order, type Report, type SpecOrder, type SpecOutcome } from './messages.js';

const IMPORT_LIMIT_MS = 60_000;
const END_LIMIT_MS = 10_000;

const { addEventHandler, getState, resetState, run } = circus;
const { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } = circus;
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, it, test, expect });

const tell = (report: Report) => process.send?.(report);

/** Rejections that nobody has handled yet, each with its reason. */
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
    tell({ doing: event.hook.type, limitMs: event.hook.timeout ?? state.testTimeout });
  } else if (event.name === 'test_fn_start') {
    tell({ doing: `'${event.test.name}'`, limitMs: event.test.timeout ?? state.testTimeout });
  } else if (event.name === 'test_done') {
    event.test.errors.push(...(await takeFloating()));
  }
});

/** Node reports a rejection when the turn ends in which nobody handled it. */
async function takeFloating(): Promise<unknown[]> {
  await nextTurn();
  const reasons = [...floating.values()];
  floating.clear();
  return reasons;
}

async function runSpec({ file, testTimeoutMs, graceMs, testNamePattern }: SpecOrder): Promise<SpecOutcome> {
  const before = openHandles();
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
  return { tests, errors, residentBytes: process.memoryUsage.rss() };
}

type CircusResult = Awaited<ReturnType<typeof run>>['testResults'][number];

function toAssertionResult(result: CircusResult): SpecOutcome['tests'][number] {
  const { errors, status, duration, failing, invocations, location, numPassingAsserts } = result;
  // The first is circus's own root block.
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

/** Without the frames of the runner. jest's reporter hides anonymous functions, which callbacks of a spec file are. */
function plainStack(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => !/^\s+at .*(support\/runner\/worker|jest-circus\/build|Array\.map)/.test(line))
    .join('\n')
    .replace(/ at <anonymous> \((.+)\)$/gm, ' at $1');
}

const stackOf = (reason: unknown) =>
  reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);

/** Ends by itself once nothing is open; what keeps it from ending is named. */
function end(): void {
  process.channel?.unref();
  const tooLong = () => {
    const names = [...openHandles().handles].map((handle) => handle.constructor.name);
    const open = [...names, ...process.getActiveResourcesInfo()].join(', ');
    process.send?.({ stray: `The worker did not end by itself: ${open}` }, () => process.exit(1));
  };
  setTimeout(tooLong, END_LIMIT_MS).unref();
}

process.once('disconnect', () => process.exit(1));
process.on('message', (order: Order) => {
  if ('end' in order) return end();
  isRunning = true;
  void runSpec(order.run).then((done) => {
    isRunning = false;
    tell({ done });
  });
});
