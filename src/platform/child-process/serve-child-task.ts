import { type ChildAnswer, type ParentAnswer } from './child-task.js';

/** Asks the parent in the middle of a task; one that has no answer ends this process. */
export type AskParent = (question: unknown) => Promise<unknown>;

/**
 * The child's side of `runChildTask` and `ChildWorker`: answers each input, one after the other.
 * A child whose parent is gone ends too, so that none is left behind.
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

/** Work by its name, loaded by its first run. */
export type NamedWork = Record<string, () => Promise<(input: never, ask: AskParent) => unknown>>;

export interface NamedTask {
  task: string;
  input: unknown;
}

/** The child's side where a process does several kinds of work. */
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
