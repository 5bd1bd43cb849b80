import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket } from 'node:net';
import { join } from 'node:path';
import { type ChildAnswer } from '../../src/platform/child-process/child-answer.js';
import { MessageChannel, PIPE_FD } from '../../src/platform/child-process/message-channel.js';
import { CODE_DIR } from '../../src/platform/config/paths.js';

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
  const child = spawn(process.execPath, [join(CODE_DIR, `${entry}.js`)], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: {},
  });
  const answers = new EventEmitter();
  const channel = new MessageChannel(
    child.stdio[PIPE_FD] as Socket,
    (said) => answers.emit('answer', said),
    (error) => answers.emit('error', error),
  );
  const next = async () => (await once(answers, 'answer'))[0] as ChildAnswer<Output>;
  try {
    channel.send({ task: nothing });
    await next();
    const started = performance.now();
    channel.send({ task });
    for (;;) {
      const said = await next();
      if ('asks' in said) {
        channel.send({ given: await answer(said.asks) });
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
