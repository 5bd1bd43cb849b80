import { type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Gives a child a third of the weight of the service, which has precedence. With less, work starves if the cores are
 * never idle.
 */
export const CHILD_NICENESS = 5;

/** Linux lets an unprivileged user change one session per tenth of a second (sched(7)). */
const AGAIN_AFTER_MS = 150;
const MOST_TRIES = 5;

/** Best effort: an ended process has no priority to lower. */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, CHILD_NICENESS);
  } catch {
    return;
  }
}

/**
 * Lowers the priority of a detached process and of everything it starts. Where Linux groups processes by session,
 * each session gets an equal share of the processor, and niceness only counts within one (sched(7), "The autogroup
 * feature"): a detached process would take as much as the whole service. So the niceness is set on its session. Best
 * effort.
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
