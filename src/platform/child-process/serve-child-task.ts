import { type ChildAnswer } from './child-task.js';

/**
 * The child's side of `runChildTask` and `ChildWorker`: answers each input, one after the other.
 * A child whose parent is gone ends too, so that none is left behind.
 */
export function serveChildTask<Input, Output>(work: (input: Input) => Promise<Output>): void {
  process.once('disconnect', () => process.exit(0));
  process.on('message', (input: Input) => {
    void answer(work, input).then((result) => process.send?.(result));
  });
}

async function answer<Input, Output>(
  work: (input: Input) => Promise<Output>,
  input: Input,
): Promise<ChildAnswer<Output>> {
  try {
    return { ok: true, output: await work(input) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
