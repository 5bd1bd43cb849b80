import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A child process of the benchmark, which exits when the benchmark does. */
export class Program {
  private constructor(private readonly child: ChildProcess) {}

  /** Starts `bench/rest/<name>`. */
  static start(name: string, ...args: string[]): Program {
    const file = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
    const env = { ...process.env, NODE_ENV: 'production' };
    return new Program(fork(file, args, { env }));
  }

  /** The program's next message; rejects if it exits instead. */
  async message<Message>(): Promise<Message> {
    const heard = new AbortController();
    const { signal } = heard;
    const ended = once(this.child, 'exit', { signal }).then(([code]) => {
      throw new Error(`a benchmark process exited with status ${code}`);
    });
    const message = once(this.child, 'message', { signal });
    try {
      const [value] = (await Promise.race([message, ended])) as [Message];
      return value;
    } finally {
      for (const left of [message, ended]) left.catch(() => undefined);
      heard.abort();
    }
  }

  async ask<Message>(question: string | object): Promise<Message> {
    this.child.send(question);
    return this.message<Message>();
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}
