import { type ChildProcess, spawn } from 'node:child_process';
import { type Socket } from 'node:net';
import { join } from 'node:path';
import { CODE_DIR } from '../config/paths.js';
import { asChildAnswer, type ChildAnswer, type ParentMessage } from './child-answer.js';
import { MessageChannel, PIPE_FD } from './message-channel.js';
import { nodeRuntime } from './node-runtime.js';
import { type ChildRights, permissionFlags, readableBy } from './permission-model.js';
import { lowerSessionPriority } from './priority.js';
import { killGroup } from './process-group.js';
import { ofTree, processorMs, residentMb } from './process-stats.js';
import { type Sandbox, startFiltered } from './sandbox.js';

export interface ChildEvents {
  onAnswer(answer: ChildAnswer<unknown>): void;
  /** The process has ended, or must be ended because it breaks the protocol. @param how such as "ended with 1" */
  onEnd(how: string): void;
}

/**
 * One memory arena for all threads, since only one works at a time: with glibc's eight per core, pictures of
 * documents took half as much memory again and no less time.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

/**
 * A process that runs one of our modules to open untrusted files: in a sandbox, without our environment, with one
 * pipe.
 */
export class SandboxedChild {
  private readonly process: ChildProcess;
  private readonly pipe: Socket;
  private readonly channel: MessageChannel;
  private events: ChildEvents | null = null;
  private hasEnded = false;

  /**
   * @param entry path below `src`, without extension, of a module that calls `serveChildTask`
   * @param heapMb limit of the JavaScript heap
   * @param onIdleEnd the process ended, or had to be ended, while there was no listener
   */
  constructor(
    entry: string,
    { sandbox, rights, heapMb }: { sandbox: Sandbox; rights: ChildRights; heapMb: number },
    private readonly onIdleEnd: () => void,
  ) {
    const flags = [`--max-old-space-size=${heapMb}`, ...permissionFlags(rights)];
    const sandboxed = sandbox.wrap(process.execPath, [...flags, join(CODE_DIR, 'src', `${entry}.js`)], {
      readable: [...nodeRuntime(), ...readableBy(rights)],
      isPlain: true,
    });
    const { program, args, uid, gid } = sandboxed;
    this.process = startFiltered(sandboxed, (descriptors) =>
      spawn(program, args, {
        uid,
        gid,
        // A group of its own, so that whatever it starts ends with it.
        detached: true,
        stdio: ['ignore', 'ignore', 'ignore', 'pipe', ...descriptors],
        env: ENVIRONMENT,
      }),
    );
    lowerSessionPriority(this.process);
    this.pipe = this.process.stdio[PIPE_FD] as Socket;
    this.process.once('error', ({ message }) => this.end(`did not start: ${message}`));
    this.process.once('exit', (code, signal) => {
      this.end(`ended with ${signal ?? code}`);
      this.hasEnded = true;
    });
    this.channel = new MessageChannel(
      this.pipe,
      (message) => this.receive(asChildAnswer(message)),
      ({ message }) => this.end(message),
    );
  }

  /** Set by the runner of a task; a listener keeps our process alive. An answer without a task ends the child. */
  listen(events: ChildEvents | null): void {
    this.events = events;
    const change = events ? 'ref' : 'unref';
    this.process[change]();
    this.pipe[change]();
  }

  send(message: ParentMessage<unknown>): void {
    this.channel.send(message);
  }

  /** Ends the process and everything it has started. */
  kill(): void {
    // After it has ended, its number may belong to another process.
    if (!this.hasEnded) killGroup(this.process.pid);
  }

  /** `residentMb` of process-stats, of the process and its sandbox. */
  residentMb(): number {
    return ofTree(this.process.pid, residentMb);
  }

  /** `processorMs` of process-stats, of the process and its sandbox. */
  processorMs(): number {
    return ofTree(this.process.pid, processorMs);
  }

  private receive(answer: ChildAnswer<unknown>): void {
    if (this.events) this.events.onAnswer(answer);
    else this.end('answered without a task');
  }

  private end(how: string): void {
    const { events } = this;
    this.events = null;
    this.kill();
    if (events) events.onEnd(how);
    else this.onIdleEnd();
  }
}
