import { readFileSync } from 'node:fs';

/** Length of a clock tick in /proc/PID/stat (USER_HZ, proc(5)). */
const TICK_MS = 10;

/** Milliseconds of processor time used by this process and its ended children. Without /proc, by this process only. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenMs();
}

function childrenMs(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // The name in parentheses may contain spaces, so count from behind it. cutime and cstime are fields 16 and 17.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return TICK_MS * (Number(fields[13]) + Number(fields[14]));
  } catch {
    return 0;
  }
}
