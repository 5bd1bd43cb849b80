import { Socket } from 'node:net';
import { type ChildAnswer, type ParentMessage } from './child-answer.js';
import { closeInheritedDescriptors } from './inherited-descriptors.js';
import { MessageChannel, PIPE_FD } from './message-channel.js';
import { lowerPriority } from './priority.js';

/** Asks the parent a question during a task. If the parent cannot answer, this process ends. */
export type AskParent = (question: unknown) => Promise<unknown>;

/**
 * The child's side of `runChildTask` and `ChildWorker`: runs tasks one after another, at low priority. The child ends
 * when its parent is gone.
 */
export function serveChildTask<Input, Output>(work: (input: Input, ask: AskParent) => Promise<Output>): void {
  closeInheritedDescriptors();
  lowerPriority(process.pid);
  let awaited: ((given: unknown) => void) | null = null;
  const pipe = new Socket({ fd: PIPE_FD });
  const send = (answer: ChildAnswer<Output>) => channel.send(answer);
  const ask: AskParent = (question) =>
    new Promise((resolve) => {
      awaited = resolve;
      send({ asks: question });
    });
  const channel = new MessageChannel(
    pipe,
    (message) => {
      const said = message as ParentMessage<Input>;
      if ('task' in said) void answer(() => work(said.task, ask)).then(send);
      else awaited?.(said.given);
    },
    () => process.exit(1),
  );
  pipe.once('close', () => process.exit(0));
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
