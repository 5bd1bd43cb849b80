import { inSpan } from '../tracing/in-span.js';
import {
  type AnswerChild,
  ChildTaskError,
  type ChildTaskLimits,
  ChildWorker,
  type ExtendTime,
} from './child-task.js';
import { type ChildRights } from './permission-model.js';
import { type TaskOptions, type TaskOwner, type TaskSlots } from './task-slots.js';

/** An idle process ends after this time, so that an idle service needs no memory for it. */
const IDLE_MS = 60_000;
/** A process is replaced after this many tasks, which also frees whatever libraries have leaked. */
const TASKS_A_PROCESS = 200;
/**
 * Limits on idle processes, each waiting for another task of the organization it worked for, and on their total
 * memory.
 */
const MAX_IDLE = { processes: 3, mb: 768 };

export interface PoolOptions<Input> {
  /** Whether a child's answer is of the kind that `input` requires. Any other ends the child. */
  isAnswer: (answer: unknown, input: Input) => boolean;
  /** A process with more resident memory, in MiB, is not reused. */
  maxKeptMb?: number;
  /** An idle process of another organization ends rather than exceed this number; by default it may stay. */
  maxProcesses?: number;
  rights?: ChildRights;
}

interface PooledWorker<Input, Output> {
  worker: ChildWorker<Input, Output>;
  tenant: TaskOwner['tenant'];
  tasks: number;
  idle?: NodeJS.Timeout;
}

interface RunOptions extends TaskOptions {
  answerChild?: AnswerChild;
}

/**
 * Warm child processes of one kind. `slots`, which pools can share, limits how many work at once. A process only ever
 * serves one tenant: a file that takes it over finds no data of others there.
 */
export class WorkerPool<Input, Output> {
  private readonly free: PooledWorker<Input, Output>[] = [];
  private readonly all = new Set<PooledWorker<Input, Output>>();
  private isClosed = false;

  constructor(
    private readonly entry: string,
    private readonly slots: TaskSlots,
    private readonly options: PoolOptions<Input>,
  ) {}

  /**
   * Waits for a slot, then runs in a warm or new process. Rejects as `TaskSlots.run` and `runChildTask` do.
   * @param read called once there is a slot, so that a waiting task holds no input in memory
   */
  run(
    read: () => Input | Promise<Input>,
    limits: ChildTaskLimits,
    owner: TaskOwner,
    { answerChild, ...options }: RunOptions = {},
  ): Promise<Output> {
    return this.slots.run(
      async (slot) => {
        const input = await read();
        owner.signal?.throwIfAborted();
        // A child waiting for its parent is idle, so others may run meanwhile.
        const answer =
          answerChild &&
          ((question: unknown, extend: ExtendTime) => slot.pauseFor(() => answerChild(question, extend)));
        return this.runInChild(input, limits, owner, answer);
      },
      owner,
      options,
    );
  }

  /** Ends all processes, including busy ones. */
  close(): void {
    this.isClosed = true;
    for (const pooled of [...this.all]) this.end(pooled);
  }

  private async runInChild(
    input: Input,
    limits: ChildTaskLimits,
    { tenant, signal }: TaskOwner,
    answerChild?: AnswerChild,
  ): Promise<Output> {
    if (this.isClosed) throw new ChildTaskError('crash', `${this.entry} is closed`);
    const pooled = this.takeFree(tenant) ?? this.open(tenant);
    clearTimeout(pooled.idle);
    try {
      const answer = await inSpan(`child ${this.entry}`, {}, () =>
        pooled.worker.run(input, limits, signal, answerChild),
      );
      if (this.options.isAnswer(answer, input)) return answer;
      pooled.worker.stop();
      throw new ChildTaskError('crash', `${this.entry} answered something of another kind`);
    } finally {
      this.giveBack(pooled);
    }
  }

  /** Takes the process that became idle last, so the others can end soon. */
  private takeFree(tenant: TaskOwner['tenant']): PooledWorker<Input, Output> | undefined {
    const index = this.free.findLastIndex((pooled) => pooled.tenant === tenant);
    return index < 0 ? undefined : this.free.splice(index, 1)[0];
  }

  private open(tenant: TaskOwner['tenant']): PooledWorker<Input, Output> {
    const { maxProcesses = Infinity, rights } = this.options;
    while (this.all.size >= maxProcesses && this.free.length > 0) this.end(this.free[0]!);
    const worker = new ChildWorker<Input, Output>(this.entry, rights);
    const pooled = { worker, tenant, tasks: 0 };
    this.all.add(pooled);
    return pooled;
  }

  private giveBack(pooled: PooledWorker<Input, Output>): void {
    pooled.tasks++;
    const { maxKeptMb = Infinity } = this.options;
    const isWorn = pooled.tasks >= TASKS_A_PROCESS || pooled.worker.residentMb() > maxKeptMb;
    if (this.isClosed || isWorn) return this.end(pooled);
    pooled.idle = setTimeout(() => this.end(pooled), IDLE_MS).unref();
    this.free.push(pooled);
    while (this.keepsTooMuch()) this.end(this.free[0]!);
  }

  /** If so, the process that has been idle longest ends. The last one used always stays. */
  private keepsTooMuch(): boolean {
    const heldMb = () => this.free.reduce((sum, { worker }) => sum + worker.residentMb(), 0);
    return this.free.length > 1 && (this.free.length > MAX_IDLE.processes || heldMb() > MAX_IDLE.mb);
  }

  private end(pooled: PooledWorker<Input, Output>): void {
    clearTimeout(pooled.idle);
    pooled.worker.stop();
    this.all.delete(pooled);
    const index = this.free.indexOf(pooled);
    if (index >= 0) this.free.splice(index, 1);
  }
}
