import { readFileSync } from 'node:fs';

/** USER_HZ, proc(5): a tick of the times in /proc/PID/stat. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;

/** Fields of /proc/PID/stat after the name, which is in brackets and may contain anything (proc(5)). */
const PROCESS_GROUP = 2;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Resident memory of a process in MiB; 0 if it has ended, or the platform has no /proc. */
export function residentMb(pid: number | undefined): number {
  const [, pages = 0] = fieldsOf(`/proc/${pid}/statm`);
  return (pages * PAGE_BYTES) / MIB;
}

/** Processor time of all threads of a process in milliseconds; 0 if it has ended, or the platform has no /proc. */
export function processorMs(pid: number | undefined): number {
  const fields = statOf(pid);
  return TICK_MS * ((fields[USER_TIME] ?? 0) + (fields[SYSTEM_TIME] ?? 0));
}

/** The sum of a figure, such as `residentMb`, over a process and its running descendants. */
export function ofTree(pid: number | undefined, figureOf: (pid: number | undefined) => number): number {
  return childrenOf(pid).reduce((sum, child) => sum + ofTree(child, figureOf), figureOf(pid));
}

/** The process group of a process; undefined if it has ended, or the platform has no /proc. */
export function processGroup(pid: number): number | undefined {
  return statOf(pid)[PROCESS_GROUP];
}

/** Children of its first thread, which is how bubblewrap starts a program. */
function childrenOf(pid: number | undefined): number[] {
  return fieldsOf(`/proc/${pid}/task/${pid}/children`, (text) => text.trim()).filter((child) => child > 0);
}

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
