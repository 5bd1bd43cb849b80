import { ChildProcess } from 'node:child_process';

/** Sockets, servers and child processes that keep this process alive. */
export function activeHandles(): Set<object> {
  // Undocumented, but the only way to tell one handle from another; `getActiveResourcesInfo` gives their types alone.
  const { _getActiveHandles } = process as unknown as { _getActiveHandles(): object[] };
  const handles = _getActiveHandles.call(process);
  // A child stands for the channel to it as well.
  const children = handles.filter((handle) => handle instanceof ChildProcess);
  const channels = new Set(
    children.flatMap((child) => Object.getOwnPropertySymbols(child).map((key) => (child as never)[key])),
  );
  return new Set(handles.filter((handle) => !channels.has(handle as never)));
}

export function describeHandle(handle: object): string {
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
