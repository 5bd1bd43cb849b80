import { openSocket } from './raw-client.js';

const BYTE_EVERY_MS = 1_000;
/** More than the head of a request, but less than all of it. */
const FIRST_BYTES = 2_000;

/** Clients that each send an upload byte by byte. */
export class TrickledUploads {
  private readonly sockets;
  private readonly pace: NodeJS.Timeout;
  private sent = FIRST_BYTES;

  constructor(
    url: string,
    clients: number,
    private readonly bytes: Buffer,
  ) {
    this.sockets = Array.from({ length: clients }, () => openSocket(url).resume());
    for (const socket of this.sockets) socket.write(bytes.subarray(0, FIRST_BYTES));
    this.pace = setInterval(() => this.sendByte(), BYTE_EVERY_MS);
  }

  /** The number of clients that the service has not refused. */
  get open(): number {
    return this.sockets.filter((socket) => !socket.destroyed).length;
  }

  end(): void {
    clearInterval(this.pace);
    for (const socket of this.sockets) socket.destroy();
  }

  private sendByte(): void {
    const next = this.bytes.subarray(this.sent, ++this.sent);
    for (const socket of this.sockets) if (!socket.destroyed) socket.write(next);
  }
}
