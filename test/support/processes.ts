import { readdirSync, readFileSync } from 'node:fs';

/** Fields of /proc/PID/stat after the name, which is in brackets and may contain anything (proc(5)). */
const STATE = 0;
const PARENT = 1;
const START = 19;

/** A process, distinguished from a later one with the same id. */
export interface KnownProcess {
  pid: number;
  /** In ticks since boot. */
  start: string;
  command: string;
}

/** All processes that descend from this one now. Linux only. */
export function descendantsOf(ancestor: number): KnownProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), fields: statOf(Number(name)) }));
  const found = new Set([ancestor]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { pid, fields } of all) if (found.has(Number(fields[PARENT]))) found.add(pid);
  }
  found.delete(ancestor);
  return all
    .filter(({ pid }) => found.has(pid))
    .map(({ pid, fields }) => ({ pid, start: fields[START] ?? '', command: commandOf(pid) }));
}

/** Whether it is still running; a zombie is not. */
export function isAlive({ pid, start }: KnownProcess): boolean {
  const fields = statOf(pid);
  return fields[START] === start && fields[STATE] !== 'Z';
}

/** The fields of /proc/PID/stat after the name (proc(5)), beginning with the state; none if the process has ended. */
export function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
