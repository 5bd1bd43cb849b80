import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { ChildTaskError, type ChildTaskLimits, clockMs } from './child-task.js';
import { lowerPriority, lowerSessionPriority } from './priority.js';
import { killGroup } from './process-group.js';
import { processGroup, processorMs, residentMb } from './process-stats.js';

const POLL_MS = 200;

/** A program and everything it receives; nothing else reaches it. */
export interface ProgramCall {
  program: string;
  args: string[];
  cwd: string;
  /** The complete environment. */
  env: Record<string, string>;
}

/**
 * Runs a third-party program, and whatever it starts, in its own process group at low priority. When the program
 * ends, the rest of the group is killed.
 * @returns its exit code. Rejects with ChildTaskError beyond a limit, and with the signal's reason if it aborts
 */
export async function runProgramGroup(
  { program, args, cwd, env }: ProgramCall,
  limits: ChildTaskLimits,
  signal?: AbortSignal,
): Promise<number | null> {
  signal?.throwIfAborted();
  // A group of its own, so that all of it can be ended at once.
  const child = spawn(program, args, { cwd, env, stdio: 'ignore', detached: true });
  lowerPriority(child.pid);
  lowerSessionPriority(child);
  try {
    return await new Promise<number | null>((resolve, reject) => {
      const fail = (failure: 'timeout' | 'memory' | 'crash', message: string) =>
        reject(new ChildTaskError(failure, `${program} ${message}`));
      const abort = () => reject(signal!.reason as Error);
      signal?.addEventListener('abort', abort, { once: true });
      const tooLong = () => fail('timeout', `took over ${limits.timeoutMs} ms`);
      const deadline = setTimeout(tooLong, clockMs(limits.timeoutMs));
      const watchdog = setInterval(() => {
        if (child.pid === undefined) return;
        if (ofGroup(child.pid, residentMb) > limits.maxResidentMb)
          fail('memory', `used over ${limits.maxResidentMb} MiB`);
        else if (ofGroup(child.pid, processorMs) > limits.timeoutMs) tooLong();
      }, POLL_MS);
      const release = () => {
        signal?.removeEventListener('abort', abort);
        clearTimeout(deadline);
        clearInterval(watchdog);
      };
      child.once('error', (error) => {
        release();
        fail('crash', `did not start: ${error.message}`);
      });
      child.once('exit', (code) => {
        release();
        resolve(code);
      });
    });
  } finally {
    killGroup(child.pid);
  }
}

/** The sum of a figure over all running processes of a group; 0 if the platform has no /proc. */
function ofGroup(group: number, figureOf: (pid: number) => number): number {
  return processIds()
    .filter((pid) => processGroup(pid) === group)
    .reduce((sum, pid) => sum + figureOf(pid), 0);
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
