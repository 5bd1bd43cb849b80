import { readFileSync } from 'node:fs';

/** Of a tick in /proc/PID/stat (USER_HZ, proc(5)). */
const TICK_MS = 10;

/** Milliseconds of processor time that this process and its ended children have used; its own alone without /proc. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenMs();
}

function childrenMs(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // Behind the name in brackets; cutime and cstime are the 16th and 17th field of all.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return TICK_MS * (Number(fields[13]) + Number(fields[14]));
  } catch {
    return 0;
  }
}
