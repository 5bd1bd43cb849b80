import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './platform/config/start-error.js';

/**
 * Takes the port, so that a port of another program is noticed before anything is created or started. Until `release`
 * connections are closed at once.
 *
 * @throws StartError if the port is taken or reserved for root
 */
export async function reservePort(port: number, address: string): Promise<{ release(): Promise<void> }> {
  const server = createServer((socket) => socket.destroy());
  try {
    await once(server.listen(port, address), 'listening');
  } catch (error) {
    throw listenError(error, port);
  }
  let released: Promise<unknown> | undefined;
  return {
    release: async () => {
      if (!released) {
        released = once(server, 'close');
        server.close();
      }
      await released;
    },
  };
}

/** The error of a failed `listen`, in words for the person who starts the service. */
export function listenError(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const choose = `choose another port, for example PORT=${port === 3000 ? 3001 : 3000}`;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken by another program. Stop that program, or ${choose}.`);
  if (code === 'EACCES')
    return new StartError(
      `Port ${port} may not be used by this account: ${choose}, or start the service as root.`,
    );
  return error;
}
