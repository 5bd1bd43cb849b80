import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_DIR } from '../../src/platform/config/paths.js';
import { type ChildAnswer } from '../../src/platform/child-process/child-task.js';

/** One task in a process that had loaded its modules but not yet seen a document. */
export interface Measured<Output> {
  output: Output;
  milliseconds: number;
  /** Peak resident memory of the process. */
  peakMb: number;
}

/**
 * Runs one task in a fresh process of a module that calls `serveChildTask`, as `runChildTask` would. The
 * start-up is not counted: the process first answers `nothing`, an empty task.
 * @param entry path below dist, without extension
 */
export async function measureChild<Input, Output>(
  entry: string,
  nothing: Input | null,
  task: Input,
  answer: (question: unknown) => Promise<unknown>,
): Promise<Measured<Output>> {
  const child = fork(join(CODE_DIR, `${entry}.js`), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {},
  });
  try {
    child.send(nothing as never);
    await once(child, 'message');
    const started = performance.now();
    child.send(task as never);
    for (;;) {
      const [said] = (await once(child, 'message')) as [ChildAnswer<Output>];
      if ('asks' in said) {
        child.send({ given: await answer(said.asks) });
        continue;
      }
      const milliseconds = performance.now() - started;
      if (!said.ok) throw new Error(said.message);
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return { output: said.output, milliseconds, peakMb: Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024 };
    }
  } finally {
    child.kill('SIGKILL');
  }
}
