import { type Socket } from 'node:net';

/**
 * Connections waiting for another request, to all hosts together. undici keeps each for as long as the host requests,
 * ten minutes at most, so their number is limited here: the one that has waited longest is closed first.
 */
export class IdleConnections {
  /** In the order in which they became idle. */
  private readonly idle = new Set<Socket>();
  private readonly known = new WeakSet<Socket>();

  constructor(private readonly most: number) {}

  /** A request is sent on it. */
  take(socket: Socket): void {
    this.idle.delete(socket);
  }

  /** Its answer has ended. */
  leave(socket: Socket): void {
    if (socket.destroyed) return;
    if (!this.known.has(socket)) {
      this.known.add(socket);
      socket.once('close', () => this.idle.delete(socket));
    }
    this.idle.add(socket);
    if (this.idle.size > this.most) this.closeOldest();
  }

  /** Requests that undici sends meanwhile use another connection. */
  private closeOldest(): void {
    const [oldest] = this.idle;
    this.idle.delete(oldest!);
    oldest!.destroy();
  }
}
