import { type ChildAnswer, type ParentAnswer } from './child-task.js';

/** Asks the parent in the middle of a task. A parent that cannot answer ends this process. */
export type AskParent = (question: unknown) => Promise<unknown>;

/**
 * The child's side of `runChildTask` and `ChildWorker`: answers inputs one after another. The child ends when its
 * parent is gone.
 */
export function serveChildTask<Input, Output>(work: (input: Input, ask: AskParent) => Promise<Output>): void {
  let awaited: ((answer: ParentAnswer) => void) | null = null;
  const ask: AskParent = async (question) => {
    const { given } = await new Promise<ParentAnswer>((resolve) => {
      awaited = resolve;
      process.send?.({ asks: question } satisfies ChildAnswer<Output>);
    });
    return given;
  };
  process.once('disconnect', () => process.exit(0));
  process.on('message', (message: Input | ParentAnswer) => {
    if (awaited) {
      const resolve = awaited;
      awaited = null;
      resolve(message as ParentAnswer);
      return;
    }
    void answer(() => work(message as Input, ask)).then((result) => process.send?.(result));
  });
}

/** Tasks by name, loaded on first use. */
export type NamedWork = Record<string, () => Promise<(input: never, ask: AskParent) => unknown>>;

export interface NamedTask {
  task: string;
  input: unknown;
}

/** The child's side of a process for several kinds of tasks. */
export function serveChildTasks(works: NamedWork): void {
  serveChildTask<NamedTask, unknown>(async ({ task, input }, ask) => {
    const load = Object.hasOwn(works, task) ? works[task] : undefined;
    if (!load) throw new Error(`there is no task ${task}`);
    const work = await load();
    return work(input as never, ask);
  });
}

async function answer<Output>(work: () => Promise<Output>): Promise<ChildAnswer<Output>> {
  try {
    return { ok: true, output: await work() };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
