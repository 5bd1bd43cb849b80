import { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { isKept, keepsAnything } from './kept.js';
import { activeHandles, describeHandle } from './open-handles.js';

const LOOK_MS = 20;

/** What keeps this process alive at a given moment. */
export interface OpenHandles {
  handles: Set<object>;
  timers: number;
}

export function openHandles(): OpenHandles {
  return { handles: activeHandles(), timers: countTimers() };
}

const countTimers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;

/**
 * Waits up to `patienceMs` until everything opened since `before` is closed: a closed handle may take a few turns of the
 * event loop to disappear. Kills child processes that remain. Timers are not counted while the worker keeps something; a
 * leaked timer then shows when the worker cannot end.
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
