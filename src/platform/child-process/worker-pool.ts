import { type AnswerChild, ChildTaskError, ChildWorker, type ChildTaskLimits } from './child-task.js';
import { type TaskSlots } from './task-slots.js';

/** A process without tasks is ended after this time, so that an idle service needs no memory for it. */
const IDLE_MS = 60_000;
/** A process is replaced after this many tasks, and with it whatever libraries have leaked. */
const TASKS_A_PROCESS = 200;

interface PooledWorker<Input, Output> {
  worker: ChildWorker<Input, Output>;
  tasks: number;
  idle?: NodeJS.Timeout;
}

interface RunOptions {
  signal?: AbortSignal;
  /** Runs before waiting tasks that are not urgent. */
  isUrgent?: boolean;
  answerChild?: AnswerChild;
}

/** Warm child processes of one kind. `slots`, which pools may share, limits their number. */
export class WorkerPool<Input, Output> {
  private readonly free: PooledWorker<Input, Output>[] = [];
  private readonly all = new Set<PooledWorker<Input, Output>>();
  private isClosed = false;

  constructor(
    private readonly entry: string,
    private readonly slots: TaskSlots,
    /** A process with more resident MiB is not reused. */
    private readonly keeping: { maxKeptMb: number } = { maxKeptMb: Infinity },
  ) {}

  /** Waits for a slot, then runs in a warm or new process. Rejects as `runChildTask` does. */
  run(
    input: Input,
    limits: ChildTaskLimits,
    { signal, isUrgent = false, answerChild }: RunOptions = {},
  ): Promise<Output> {
    // A child that waits for its parent is idle, so others may run meanwhile.
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

  /** Ends all processes, also busy ones. */
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
