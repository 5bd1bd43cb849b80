import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of one step: by the clock, and of processor time in the child processes. */
export interface StepTime {
  clock: number;
  processor: number;
}
/** The current clock and processor time. */
export function now(): StepTime {
  return {
    clock: performance.now(),
    processor: children().reduce((total, { pid }) => total + processorTime(pid), 0),
  };
}

export const since = (began: StepTime, ended: StepTime): StepTime => ({
  clock: ended.clock - began.clock,
  processor: ended.processor - began.processor,
});

/** User and system time of a process in milliseconds (proc(5): in hundredths of a second); 0 if it has ended. */
function processorTime(pid: string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}

/**
 * The processes that analyze pictures for this one: their ids, tasks and peak resident memory in MB. Each runs below
 * its sandbox's processes, whose command lines also name it.
 */
export function children(): { pid: string; task: string; peakMb: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const task = /analyze-(document|face)\.child/.exec(command)?.[1];
        if (!task || !command.startsWith(process.execPath) || !isBelowThis(pid)) return [];
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        return [{ pid, task, peakMb: Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024 }];
      } catch {
        return [];
      }
    });
}

function isBelowThis(pid: string): boolean {
  const parent = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]!;
  return Number(parent) === process.pid || (Number(parent) > 1 && isBelowThis(parent));
}
