import { type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A third of the weight of the service, which answers first. With less, work starves if the cores are never idle. */
export const CHILD_NICENESS = 5;

/** Linux lets a user without privileges change one session in a tenth of a second (sched(7)). */
const AGAIN_AFTER_MS = 150;
const MOST_TRIES = 5;

/** Best effort: a process that has ended has no priority left to lower. */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, CHILD_NICENESS);
  } catch {
    return;
  }
}

/**
 * Lowers the priority of a detached process and of all that it starts. Where Linux groups processes by their session, each
 * session gets an equal share of the processor, and niceness counts only within one (sched(7), "The autogroup feature"): a
 * detached process would take as much as the whole service. So its session gets the niceness. Best effort.
 */
export function lowerSessionPriority(child: ChildProcess, tries = MOST_TRIES): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(CHILD_NICENESS));
  } catch (error) {
    const isTooSoon = (error as NodeJS.ErrnoException).code === 'EAGAIN';
    if (isTooSoon && tries > 1)
      setTimeout(() => lowerSessionPriority(child, tries - 1), AGAIN_AFTER_MS).unref();
  }
}
