import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { CHILD_NICENESS, ChildTaskError, type ChildTaskLimits } from './child-task.js';

const MEMORY_POLL_MS = 200;
const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;

/** A program with everything that it is given; nothing else reaches it. */
export interface ProgramCall {
  program: string;
  args: string[];
  cwd: string;
  /** The whole environment. */
  env: Record<string, string>;
}

/**
 * Runs a program that is not ours, and what it starts in turn, in a process group of its own at low priority. Whatever is left
 * of the group when it ends is killed with it. @returns its exit code. Rejects with ChildTaskError when it overran a limit
 */
export async function runProgramGroup(
  { program, args, cwd, env }: ProgramCall,
  { timeoutMs, maxResidentMb }: ChildTaskLimits,
): Promise<number | null> {
  // In a group of its own, so that all of it can be ended at once.
  const child = spawn(program, args, { cwd, env, stdio: 'ignore', detached: true });
  lowerPriority(child);
  try {
    return await new Promise<number | null>((resolve, reject) => {
      const fail = (failure: 'timeout' | 'memory' | 'crash', message: string) =>
        reject(new ChildTaskError(failure, `${program} ${message}`));
      const deadline = setTimeout(() => fail('timeout', `took over ${timeoutMs} ms`), timeoutMs);
      const watchdog = setInterval(() => {
        if (child.pid !== undefined && residentMbOfGroup(child.pid) > maxResidentMb)
          fail('memory', `used over ${maxResidentMb} MiB`);
      }, MEMORY_POLL_MS);
      const release = () => {
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
    killGroup(child);
  }
}

/** A group that has ended already has nobody left to kill. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    return;
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, CHILD_NICENESS);
  } catch {
    return;
  }
}

/** Resident memory of all processes of a group in MiB; 0 where the platform has no /proc. */
function residentMbOfGroup(group: number): number {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .reduce((sum, pid) => sum + residentMbWithin(pid, group), 0);
  } catch {
    return 0;
  }
}

/** proc(5): behind the name in brackets come state, parent and group. */
function residentMbWithin(pid: string, group: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) !== group) return 0;
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / MIB;
  } catch {
    return 0;
  }
}
