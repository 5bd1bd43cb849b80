import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './platform/config/start-error.js';

/**
 * Takes the port, so a conflict with another program is noticed before anything is created or started. Until
 * `release`, connections are closed at once.
 *
 * @param setting - the setting that chooses the port
 * @throws StartError if the port is taken or reserved for root
 */
export async function reservePort(
  port: number,
  address: string,
  setting = 'PORT',
): Promise<{ release(): Promise<void> }> {
  const server = createServer((socket) => socket.destroy());
  try {
    await once(server.listen(port, address), 'listening');
  } catch (error) {
    throw listenError(error, port, setting);
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

/** The error of a failed `listen`, worded for the person starting the service. */
export function listenError(error: unknown, port: number, setting = 'PORT'): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const example = port === 3000 || setting !== 'PORT' ? port + 1 : 3000;
  const choose = `choose another port, for example ${setting}=${example}`;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken by another program. Stop that program, or ${choose}.`);
  if (code === 'EACCES')
    return new StartError(
      `This account is not allowed to use port ${port}: ${choose}, or start the service as root.`,
    );
  return error;
}
