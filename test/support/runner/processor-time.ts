import { statOf } from '../processes.js';

/** Length of a clock tick in /proc/PID/stat (USER_HZ, proc(5)). */
const TICK_MS = 10;
/** cutime and cstime, as `statOf` counts the fields. */
const CHILDREN_USER_TIME = 13;
const CHILDREN_SYSTEM_TIME = 14;

/** Milliseconds of processor time used by this process and its ended children. Without /proc, by this process only. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenMs();
}

function childrenMs(): number {
  const fields = statOf(process.pid);
  return TICK_MS * (Number(fields[CHILDREN_USER_TIME] ?? 0) + Number(fields[CHILDREN_SYSTEM_TIME] ?? 0));
}
