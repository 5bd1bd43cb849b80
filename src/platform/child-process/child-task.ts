import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { DIST_DIR } from '../config/paths.js';

/** What a child process may use before it is killed. */
export interface ChildTaskLimits {
  /** Wall-clock milliseconds from start to answer. */
  timeoutMs: number;
  /** Resident memory in MiB, looked at every 100 ms where the platform shows it (Linux). */
  maxResidentMb: number;
}

export interface ChildTask extends ChildTaskLimits {
  /** Path below `src`, without extension, of a module that calls `serveChildTask`. */
  entry: string;
}

export type ChildFailure = 'timeout' | 'memory' | 'crash' | 'error';

/** The child did not answer. `failure` says how it ended; the message never holds what it was given. */
export class ChildTaskError extends Error {
  constructor(
    readonly failure: ChildFailure,
    message: string,
  ) {
    super(message);
  }
}

export type ChildAnswer<Output> = { ok: true; output: Output } | { ok: false; message: string };

const MEMORY_POLL_MS = 100;
const HEAP_SHARE = 0.75;
const MIB = 1024 * 1024;
const PAGE_BYTES = 4096;

/**
 * Runs hostile or heavy work in a process of its own at low priority.
 *
 * The input and output travel by structured clone (Buffers and typed arrays included). The child gets an empty
 * environment, so it holds no secret. Rejects with ChildTaskError when it overran a limit, died, or threw.
 */
export function runChildTask<Input, Output>(
  task: ChildTask,
  input: Input,
  signal?: AbortSignal,
): Promise<Output> {
  return new Promise<Output>((resolve, reject) => {
    const child = startChild(task);
    let settled = false;
    const settle = (act: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      clearInterval(watchdog);
      signal?.removeEventListener('abort', abort);
      child.kill('SIGKILL');
      act();
    };
    const fail = (failure: ChildFailure, message: string) =>
      settle(() => reject(new ChildTaskError(failure, message)));
    const abort = () => fail('timeout', `${task.entry} was stopped`);
    const deadline = setTimeout(
      () => fail('timeout', `${task.entry} took over ${task.timeoutMs} ms`),
      task.timeoutMs,
    );
    const watchdog = setInterval(() => {
      if (residentMb(child) > task.maxResidentMb)
        fail('memory', `${task.entry} used over ${task.maxResidentMb} MiB`);
    }, MEMORY_POLL_MS);
    child.once('error', (error) => fail('crash', `${task.entry} did not start: ${error.message}`));
    child.once('exit', (code, killedBy) => fail('crash', `${task.entry} ended with ${killedBy ?? code}`));
    child.once('message', (answer: ChildAnswer<Output>) => {
      if (answer.ok) settle(() => resolve(answer.output));
      else fail('error', answer.message);
    });
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    child.send(input as never, (error) => error && fail('crash', `${task.entry}: ${error.message}`));
  });
}

function startChild(task: ChildTask): ChildProcess {
  const child = fork(join(DIST_DIR, 'src', `${task.entry}.js`), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${Math.floor(task.maxResidentMb * HEAP_SHARE)}`],
    env: {},
  });
  lowerPriority(child);
  return child;
}

/** Best effort: a child that has already ended has no priority left to lower. */
function lowerPriority(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    return;
  }
}

/** Resident memory of the child in MiB; 0 where the platform has no /proc (the heap limit still holds there). */
function residentMb(child: ChildProcess): number {
  try {
    const pages = Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]);
    return (pages * PAGE_BYTES) / MIB;
  } catch {
    return 0;
  }
}
