import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { CODE_DIR } from '../config/paths.js';
import { lowerPriority } from './priority.js';
import { processorMs, residentMb } from './process-stats.js';

/** What a child process may use before it is killed. Other projects' programs are limited by wall-clock time only. */
export interface ChildTaskLimits {
  /**
   * Milliseconds of processor time from the task to its answer, if the platform reports it (Linux), so that a busy
   * machine does not fail a task. By the clock a task may take three times as long, up to 90 seconds, and a longer
   * one exactly this long; both include the start of the process.
   */
  timeoutMs: number;
  /** Resident memory in MiB, checked every 100 ms, if the platform reports it (Linux). */
  maxResidentMb: number;
}

export interface ChildTask extends ChildTaskLimits {
  /** Path below `src`, without extension, of a module that calls `serveChildTask`. */
  entry: string;
}

export type ChildFailure = 'timeout' | 'memory' | 'crash' | 'error';

/** The child did not answer. `failure` says how it ended; the message never contains the input. */
export class ChildTaskError extends Error {
  constructor(
    readonly failure: ChildFailure,
    message: string,
  ) {
    super(message);
  }
}

export type ChildAnswer<Output> =
  | { ok: true; output: Output }
  | { ok: false; message: string }
  /** Not the end: the child asks for what only its parent may know or do. */
  | { asks: unknown };

/** The parent's answer to a question. */
export type ParentAnswer = { given: unknown };

/**
 * Answers the questions of a running task, such as to sign a digest with a key that the child must not have. If it
 * throws, the task fails with that error.
 */
export type AnswerChild = (question: unknown) => Promise<unknown>;

const POLL_MS = 100;
/** Callers wait for the answer, so a task must end on a busy machine, too. */
const CLOCK_FACTOR = 3;
const LONGEST_EXTENDED_MS = 90_000;
const HEAP_SHARE = 0.75;

/**
 * Runs hostile or heavy work in its own process at low priority. The process ends with the answer.
 *
 * Input and output are structured clones, Buffers and typed arrays included. The child gets an empty environment, so it
 * has no secrets. Rejects with ChildTaskError if the child exceeds a limit, dies or throws, with what `answerChild`
 * throws, and with the signal's reason if it aborts.
 */
export async function runChildTask<Input, Output>(
  { entry, ...limits }: ChildTask,
  input: Input,
  signal?: AbortSignal,
  answerChild?: AnswerChild,
): Promise<Output> {
  const worker = new ChildWorker<Input, Output>(entry);
  try {
    return await worker.run(input, limits, signal, answerChild);
  } finally {
    worker.stop();
  }
}

/**
 * A process that runs one task after another, so that what it loaded stays in memory. It starts with its first task,
 * and again with the first task after it was killed for exceeding a limit.
 */
export class ChildWorker<Input, Output> {
  private child: ChildProcess | null = null;

  constructor(private readonly entry: string) {}

  /** Runs one task; the caller must wait for its end before the next. Rejects as `runChildTask` does. */
  run(
    input: Input,
    limits: ChildTaskLimits,
    signal?: AbortSignal,
    answerChild: AnswerChild = () => Promise.reject(new Error('nothing may be asked')),
  ): Promise<Output> {
    const child = (this.child ??= startChild(this.entry, limits));
    child.ref();
    child.channel?.ref();
    return new Promise<Output>((resolve, reject) => {
      let isSettled = false;
      const release = () => {
        isSettled = true;
        clearTimeout(deadline);
        clearInterval(watchdog);
        signal?.removeEventListener('abort', abort);
        for (const event of ['error', 'exit', 'message']) child.removeAllListeners(event);
        // Events after the task do not matter, but without a listener an error would end our process.
        child.on('error', () => undefined);
        child.once('exit', () => this.forget(child));
        // An idle child does not keep our process alive.
        child.unref();
        child.channel?.unref();
      };
      const end = (error: Error) => {
        if (isSettled) return;
        release();
        this.stop();
        reject(error);
      };
      const fail = (failure: ChildFailure, message: string) => end(new ChildTaskError(failure, message));
      const abort = () => end(signal!.reason as Error);
      const tooLong = () => fail('timeout', `${this.entry} took over ${limits.timeoutMs} ms`);
      const deadline = setTimeout(tooLong, clockMs(limits));
      const before = processorMs(child.pid);
      const watchdog = setInterval(() => {
        if (residentMb(child.pid) > limits.maxResidentMb)
          fail('memory', `${this.entry} used over ${limits.maxResidentMb} MiB`);
        else if (processorMs(child.pid) - before > limits.timeoutMs) tooLong();
      }, POLL_MS);
      child.once('error', (error) => fail('crash', `${this.entry} did not start: ${error.message}`));
      child.once('exit', (code, killedBy) => fail('crash', `${this.entry} ended with ${killedBy ?? code}`));
      child.on('message', (answer: ChildAnswer<Output>) => {
        if ('asks' in answer) {
          answerChild(answer.asks).then(
            (given) => isSettled || child.send({ given } satisfies ParentAnswer),
            end,
          );
          return;
        }
        if (!answer.ok) return fail('error', answer.message);
        release();
        resolve(answer.output);
      });
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort, { once: true });
      child.send(input as never, (error) => error && fail('crash', `${this.entry}: ${error.message}`));
    });
  }

  /** Resident memory in MiB; 0 if there is no process or no /proc. */
  residentMb(): number {
    return this.child ? residentMb(this.child.pid) : 0;
  }

  /** Kills the process. */
  stop(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  private forget(child: ChildProcess): void {
    if (this.child === child) this.child = null;
  }
}

function startChild(entry: string, { maxResidentMb }: ChildTaskLimits): ChildProcess {
  const child = fork(join(CODE_DIR, 'src', `${entry}.js`), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${Math.floor(maxResidentMb * HEAP_SHARE)}`],
    env: {},
  });
  lowerPriority(child.pid);
  return child;
}

const clockMs = ({ timeoutMs }: ChildTaskLimits) =>
  Math.max(timeoutMs, Math.min(CLOCK_FACTOR * timeoutMs, LONGEST_EXTENDED_MS));
