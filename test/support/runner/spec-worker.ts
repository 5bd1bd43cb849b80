import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Order, type Report, type SpecOrder, type SpecOutcome } from './messages.js';

const PROGRAM = join(import.meta.dirname, 'worker.js');
const START_LIMIT_MS = 30_000;
const END_LIMIT_MS = 30_000;

/** The runner's side of a child process that runs one spec file after another. */
export class SpecWorker {
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown[]>;
  /** Errors in it while no spec file was running. */
  private strays: string[] = [];

  /** @param graceMs - how long it may stay silent after a test's limit before it counts as hung, and how long a closed
   * handle may take to disappear */
  constructor(private readonly graceMs: number) {
    this.child = fork(PROGRAM, [], { execArgv: ['--enable-source-maps'] });
    this.exited = once(this.child, 'exit');
    this.child.on('message', (report: Report) => {
      if ('stray' in report) this.strays.push(report.stray);
    });
  }

  /** Runs one file. Rejects if the worker hangs or its process ends; it cannot be used after that. */
  async run(order: Omit<SpecOrder, 'graceMs'>): Promise<SpecOutcome> {
    this.send({ run: { ...order, graceMs: this.graceMs } });
    const outcome = await this.awaitOutcome();
    outcome.errors.push(...this.takeStrays());
    return outcome;
  }

  private awaitOutcome(): Promise<SpecOutcome> {
    return new Promise((resolve, reject) => {
      let doing = 'starting';
      const hangs = () => settle(() => reject(new Error(`The worker hung: ${doing} did not end.`)));
      let deadline = setTimeout(hangs, START_LIMIT_MS);
      const onReport = (report: Report) => {
        if ('done' in report) settle(() => resolve(report.done));
        if (!('doing' in report)) return;
        doing = report.doing;
        clearTimeout(deadline);
        deadline = setTimeout(hangs, report.limitMs + this.graceMs);
      };
      const onExit = (code: number | null, signal: string | null) =>
        settle(() => reject(new Error(`The worker's process ended with ${signal ?? code} during ${doing}.`)));
      const settle = (report: () => void) => {
        clearTimeout(deadline);
        this.child.off('message', onReport).off('exit', onExit);
        report();
      };
      this.child.on('message', onReport).once('exit', onExit);
    });
  }

  /** Lets the process end on its own. @returns what prevented that, and errors on the way */
  async end(): Promise<string[]> {
    this.send({ end: true });
    const deadline = setTimeout(() => {
      this.strays.push('The worker did not end when it was told to.');
      this.kill();
    }, END_LIMIT_MS);
    await this.exited;
    clearTimeout(deadline);
    return this.takeStrays();
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private takeStrays(): string[] {
    return this.strays.splice(0).map((stray) => `In this worker, between or after its spec files:\n${stray}`);
  }

  /** A process that has already ended is handled by its exit event. */
  private send(order: Order): void {
    if (this.child.connected) this.child.send(order, () => undefined);
  }
}
