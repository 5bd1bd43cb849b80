import { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 20;

/** What keeps this process alive now: sockets, servers, child processes, timers. */
export interface OpenHandles {
  handles: Set<object>;
  timers: number;
}

export function openHandles(): OpenHandles {
  // Undocumented, but the only way to tell one handle from another; `getActiveResourcesInfo` gives their types alone.
  const { _getActiveHandles } = process as unknown as { _getActiveHandles(): object[] };
  const timers = process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
  return { handles: new Set(_getActiveHandles.call(process)), timers };
}

/**
 * Waits until nothing is open that was not open `before`, for `patienceMs` at most: what was closed may take a few turns
 * of the event loop to be gone.
 * Child processes that are still there are killed.
 * @returns a description of each handle that is still open
 */
export async function leftOpen(before: OpenHandles, patienceMs: number): Promise<string[]> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const now = openHandles();
    const handles = [...now.handles].filter((handle) => !before.handles.has(handle));
    const timers = now.timers - before.timers;
    if (handles.length === 0 && timers <= 0) return [];
    if (Date.now() > deadline) {
      for (const handle of handles) if (handle instanceof ChildProcess) handle.kill('SIGKILL');
      return [...handles.map(describeHandle), ...(timers > 0 ? [`${timers} timer(s)`] : [])];
    }
    await wait(LOOK_MS, undefined, { ref: false });
  }
}

function describeHandle(handle: object): string {
  const { spawnargs, pid, localPort, remotePort, listening, address } = handle as {
    spawnargs?: string[];
    pid?: number;
    localPort?: number;
    remotePort?: number;
    listening?: boolean;
    address?: () => unknown;
  };
  const kind = handle.constructor.name;
  if (spawnargs) return `${kind} ${pid}: ${spawnargs.join(' ')}`;
  if (listening) return `${kind} on ${JSON.stringify(address?.call(handle))}`;
  return localPort === undefined
    ? kind
    : `${kind} from port ${localPort} to ${remotePort ?? 'a peer that left'}`;
}
