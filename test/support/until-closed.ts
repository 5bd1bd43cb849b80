import { type Socket } from 'node:net';

/** Resolves once the socket is closed, even by a reset, which is what writing to a closed connection gets. */
export function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
