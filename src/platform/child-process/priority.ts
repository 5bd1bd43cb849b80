import { setPriority } from 'node:os';

/** A third of the weight of the service, which answers first. With less, work starves if the cores are never idle. */
export const CHILD_NICENESS = 5;

/** Best effort: a process that has ended has no priority left to lower. */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, CHILD_NICENESS);
  } catch {
    return;
  }
}
