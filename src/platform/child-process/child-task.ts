import { type ChildRights } from './permission-model.js';
import { findSandbox, type Sandbox } from './sandbox.js';
import { SandboxedChild } from './sandboxed-child.js';

/** What a child process may use before it is killed. */
export interface ChildTaskLimits {
  /**
   * Milliseconds of processor time from the task to its answer, if the platform reports it (Linux), so that a busy
   * machine does not fail a task. In wall-clock time a task may take six times as long, up to 90 seconds, and a
   * longer one exactly this long; both include the start of the process.
   */
  timeoutMs: number;
  /** Resident memory in MiB, checked a few times a second, if the platform reports it (Linux). */
  maxResidentMb: number;
}

export interface ChildTask extends ChildTaskLimits {
  /** Path below `src`, without extension, of a module that calls `serveChildTask`. */
  entry: string;
  rights?: ChildRights;
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

/** Gives a running task more milliseconds of processor time than its limit. */
export type ExtendTime = (ms: number) => void;

/**
 * Answers the questions of a running task, such as a request to sign a digest with a key that the child must not
 * have. If it throws, the task fails with that error.
 */
export type AnswerChild = (question: unknown, extend: ExtendTime) => Promise<unknown>;

const POLL_MS = 100;
/** Callers wait for the answer, so a task must end on a busy machine too. */
const CLOCK_FACTOR = 6;
const LONGEST_EXTENDED_MS = 90_000;
const HEAP_SHARE = 0.75;

/**
 * Runs hostile or heavy work in its own process at low priority. The process ends with the answer.
 *
 * Input and output are structured clones, including Buffers and typed arrays. The child gets none of our environment,
 * and runs in the best sandbox that works here, so it has no secrets and no access to any. Rejects with
 * ChildTaskError if the child exceeds a limit, dies, throws or breaks the protocol; with what `answerChild` throws;
 * and with the signal's reason if it aborts.
 */
export async function runChildTask<Input, Output>(
  { entry, rights, ...limits }: ChildTask,
  input: Input,
  signal?: AbortSignal,
  answerChild?: AnswerChild,
): Promise<Output> {
  const worker = new ChildWorker<Input, Output>(entry, rights);
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
  private child: SandboxedChild | null = null;

  constructor(
    private readonly entry: string,
    private readonly rights: ChildRights = {},
    private readonly sandbox: () => Sandbox = findSandbox,
  ) {}

  /** Runs one task; the caller must wait for its end before the next. Rejects as `runChildTask` does. */
  run(
    input: Input,
    limits: ChildTaskLimits,
    signal?: AbortSignal,
    answerChild: AnswerChild = () => Promise.reject(new Error('nothing may be asked')),
  ): Promise<Output> {
    const child = (this.child ??= this.start(limits));
    return new Promise<Output>((resolve, reject) => {
      let isSettled = false;
      let isAsking = false;
      const release = () => {
        isSettled = true;
        time.stop();
        clearInterval(watchdog);
        signal?.removeEventListener('abort', abort);
        child.listen(null);
      };
      const end = (error: Error) => {
        if (isSettled) return;
        release();
        this.stop();
        reject(error);
      };
      const fail = (failure: ChildFailure, message: string) =>
        end(new ChildTaskError(failure, `${this.entry} ${message}`));
      const abort = () => end(signal!.reason as Error);
      const tooLong = () => fail('timeout', `took over ${time.limitMs} ms`);
      const answer = async (question: unknown) => {
        if (isAsking) return fail('crash', 'asked a second question before the first was answered');
        isAsking = true;
        const given = await answerChild(question, (ms) => {
          if (!isSettled) time.extend(ms);
        });
        isAsking = false;
        if (!isSettled) child.send({ given });
      };
      const time = new TaskTime(limits.timeoutMs, tooLong);
      const before = child.processorMs();
      const watchdog = setInterval(() => {
        if (child.residentMb() > limits.maxResidentMb)
          fail('memory', `used over ${limits.maxResidentMb} MiB`);
        else if (child.processorMs() - before > time.limitMs) tooLong();
      }, POLL_MS);
      child.listen({
        onAnswer: (said) => {
          if ('asks' in said) return void answer(said.asks).catch(end);
          if (!said.ok) return end(new ChildTaskError('error', said.message));
          release();
          resolve(said.output as Output);
        },
        onEnd: (how) => fail('crash', how),
      });
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort, { once: true });
      child.send({ task: input });
    });
  }

  /** Resident memory in MiB; 0 if there is no process or no /proc. */
  residentMb(): number {
    return this.child?.residentMb() ?? 0;
  }

  /** Kills the process. */
  stop(): void {
    this.child?.kill();
    this.child = null;
  }

  private start({ maxResidentMb }: ChildTaskLimits): SandboxedChild {
    const heapMb = Math.floor(maxResidentMb * HEAP_SHARE);
    const means = { sandbox: this.sandbox(), rights: this.rights, heapMb };
    const child: SandboxedChild = new SandboxedChild(this.entry, means, () => {
      if (this.child === child) this.child = null;
    });
    return child;
  }
}

/** The time limit of one task, which its answers may extend. */
class TaskTime {
  private readonly started = performance.now();
  private deadline: NodeJS.Timeout;

  /** @param limitMs - of processor time */
  constructor(
    public limitMs: number,
    private readonly onEnd: () => void,
  ) {
    this.deadline = this.arm();
  }

  extend(ms: number): void {
    this.stop();
    this.limitMs += ms;
    this.deadline = this.arm();
  }

  stop(): void {
    clearTimeout(this.deadline);
  }

  private arm(): NodeJS.Timeout {
    return setTimeout(this.onEnd, clockMs(this.limitMs) - (performance.now() - this.started));
  }
}

/** The wall-clock milliseconds allowed to a task with this limit of processor time. */
export const clockMs = (timeoutMs: number) =>
  Math.max(timeoutMs, Math.min(CLOCK_FACTOR * timeoutMs, LONGEST_EXTENDED_MS));
