import { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { isKept, keepsAnything } from './kept.js';
import { activeHandles, describeHandle } from './open-handles.js';

const LOOK_MS = 20;

/** What kept this process alive at some moment. */
export interface OpenHandles {
  handles: Set<object>;
  timers: number;
}

export function openHandles(): OpenHandles {
  return { handles: activeHandles(), timers: countTimers() };
}

const countTimers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;

/**
 * Waits until nothing is open that was not open `before`, for `patienceMs` at most: what was closed may take a few turns
 * of the event loop to be gone. Child processes that are still there are killed. Timers are not counted while the worker
 * keeps something; those that leak then keep the worker from ending.
 * @returns a description of each handle that is still open
 */
export async function leftOpen(before: OpenHandles, patienceMs: number): Promise<string[]> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const handles = [...activeHandles()].filter((handle) => !before.handles.has(handle) && !isKept(handle));
    const timers = keepsAnything() ? 0 : Math.max(0, countTimers() - before.timers);
    if (handles.length === 0 && timers === 0) return [];
    if (Date.now() > deadline) {
      for (const handle of handles) if (handle instanceof ChildProcess) handle.kill('SIGKILL');
      return [...handles.map(describeHandle), ...(timers > 0 ? [`${timers} timer(s)`] : [])];
    }
    await wait(LOOK_MS, undefined, { ref: false });
  }
}
