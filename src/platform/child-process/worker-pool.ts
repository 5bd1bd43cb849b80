import { type AnswerChild, ChildTaskError, ChildWorker, type ChildTaskLimits } from './child-task.js';
import { type TaskSlots } from './task-slots.js';

/** After so long without a task a process is ended, so that an idle service holds no memory for it. */
const IDLE_MS = 60_000;
/** A process is replaced after so many tasks: what leaks in a library, or was left behind by a picture, goes with it. */
const TASKS_A_PROCESS = 200;

interface PooledWorker<Input, Output> {
  worker: ChildWorker<Input, Output>;
  tasks: number;
  idle?: NodeJS.Timeout;
}

interface RunOptions {
  signal?: AbortSignal;
  /** Goes before those that wait and are not. */
  isUrgent?: boolean;
  answerChild?: AnswerChild;
}

/** Warm child processes of one kind. How many there are at most is decided by `slots`, which pools may share. */
export class WorkerPool<Input, Output> {
  private readonly free: PooledWorker<Input, Output>[] = [];
  private readonly all = new Set<PooledWorker<Input, Output>>();
  private isClosed = false;

  constructor(
    private readonly entry: string,
    private readonly slots: TaskSlots,
    /** Resident MiB of a process above which it is not kept for a further task. */
    private readonly keeping: { maxKeptMb: number } = { maxKeptMb: Infinity },
  ) {}

  /** Waits for its turn, then runs in a process that may be warm. Rejects with ChildTaskError, or what `answerChild` threw. */
  run(
    input: Input,
    limits: ChildTaskLimits,
    { signal, isUrgent = false, answerChild }: RunOptions = {},
  ): Promise<Output> {
    // A child that waits for its parent does no work: others may run meanwhile.
    const answer: AnswerChild | undefined =
      answerChild && ((question) => this.slots.pauseFor(() => answerChild(question)));
    return this.slots.run(async () => {
      if (this.isClosed) throw new ChildTaskError('crash', `${this.entry} is closed`);
      const pooled = this.free.pop() ?? this.open();
      clearTimeout(pooled.idle);
      try {
        return await pooled.worker.run(input, limits, signal, answer);
      } finally {
        this.giveBack(pooled);
      }
    }, isUrgent);
  }

  /** Ends every process, also those at work. */
  close(): void {
    this.isClosed = true;
    for (const pooled of [...this.all]) this.end(pooled);
  }

  private open(): PooledWorker<Input, Output> {
    const pooled = { worker: new ChildWorker<Input, Output>(this.entry), tasks: 0 };
    this.all.add(pooled);
    return pooled;
  }

  private giveBack(pooled: PooledWorker<Input, Output>): void {
    pooled.tasks++;
    const isWorn = pooled.tasks >= TASKS_A_PROCESS || pooled.worker.residentMb() > this.keeping.maxKeptMb;
    if (this.isClosed || isWorn) return this.end(pooled);
    pooled.idle = setTimeout(() => this.end(pooled), IDLE_MS).unref();
    this.free.push(pooled);
  }

  private end(pooled: PooledWorker<Input, Output>): void {
    clearTimeout(pooled.idle);
    pooled.worker.stop();
    this.all.delete(pooled);
    const index = this.free.indexOf(pooled);
    if (index >= 0) this.free.splice(index, 1);
  }
}
