import { readFileSync } from 'node:fs';

/** USER_HZ, proc(5): a tick of the times in /proc/PID/stat. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;

/** Fields of /proc/PID/stat after the name, which is in brackets and may contain anything (proc(5)). */
const PROCESS_GROUP = 2;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Resident memory of a process and its children in MiB; 0 if it has ended, or the platform has no /proc. */
export function residentMb(pid: number | undefined): number {
  const [, pages = 0] = fieldsOf(`/proc/${pid}/statm`);
  return (pages * PAGE_BYTES) / MIB + sumOf(childrenOf(pid).map(residentMb));
}

/**
 * Processor time of all threads of a process and its running children in milliseconds; 0 if it has ended, or the platform
 * has no /proc.
 */
export function processorMs(pid: number | undefined): number {
  const fields = statOf(pid);
  const own = TICK_MS * ((fields[USER_TIME] ?? 0) + (fields[SYSTEM_TIME] ?? 0));
  return own + sumOf(childrenOf(pid).map(processorMs));
}

/** The process group of a process; undefined if it has ended, or the platform has no /proc. */
export function processGroup(pid: number): number | undefined {
  return statOf(pid)[PROCESS_GROUP];
}

/** Those that its first thread has started, which is how bubblewrap starts a program. */
function childrenOf(pid: number | undefined): number[] {
  return fieldsOf(`/proc/${pid}/task/${pid}/children`, (text) => text.trim()).filter((child) => child > 0);
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

function statOf(pid: number | undefined): number[] {
  return fieldsOf(`/proc/${pid}/stat`, (text) => text.slice(text.lastIndexOf(')') + 2));
}

function fieldsOf(path: string, skip = (text: string) => text): number[] {
  try {
    return skip(readFileSync(path, 'latin1')).split(' ').map(Number);
  } catch {
    return [];
  }
}
