import { ChildProcess } from 'node:child_process';

/** Sockets, servers and child processes that keep this process alive. */
export function activeHandles(): Set<object> {
  // Undocumented, but the only way to tell handles apart: `getActiveResourcesInfo` gives only their types.
  const { _getActiveHandles } = process as unknown as { _getActiveHandles(): object[] };
  const handles = _getActiveHandles.call(process);
  // The channel and the pipes to a child process are not counted in addition to the child itself.
  const children = handles.filter((handle) => handle instanceof ChildProcess);
  const channels = new Set(
    children.flatMap((child) => [
      ...child.stdio,
      ...Object.getOwnPropertySymbols(child).map((key) => (child as never)[key]),
    ]),
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
    : `${kind} from port ${localPort} to ${remotePort ?? 'a closed peer'}`;
}
