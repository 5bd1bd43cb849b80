import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** Enough to tell what a connection is for. */
const MOST_REMEMBERED = 16_384;

interface Joined {
  near: Socket;
  far: Socket;
  /** The first bytes that were sent to the server. */
  said: string;
}

/** A connection to a server on this machine that can be cut and mended. */
export class Cable {
  private readonly sockets = new Set<Socket>();
  private readonly connections = new Set<Joined>();
  /** How long everything sent to the server takes to arrive, on connections opened from now on. */
  delayMs = 0;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param target the server's port on 127.0.0.1 */
  static async to(target: number): Promise<Cable> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const cable = new Cable(server, (server.address() as AddressInfo).port);
    server.on('connection', (near) => cable.join(near, connect(target, '127.0.0.1')));
    return cable;
  }

  async cut(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
  }

  /** Stops passing anything on for connections that have sent this, and leaves them open. @returns how many */
  silence(sent: RegExp): number {
    const silenced = [...this.connections].filter(({ said }) => sent.test(said));
    for (const { near, far } of silenced) {
      near.unpipe(far).resume();
      far.unpipe(near).resume();
    }
    return silenced.length;
  }

  private join(near: Socket, far: Socket): void {
    const joined = { near, far, said: '' };
    this.connections.add(joined);
    near.on('close', () => this.connections.delete(joined));
    near.on('data', (bytes: Buffer) => {
      if (joined.said.length < MOST_REMEMBERED) joined.said += bytes.toString('latin1');
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    if (this.delayMs > 0) near.pipe(late(this.delayMs)).pipe(far);
    else near.pipe(far);
    far.pipe(near);
  }
}

/** Passes each piece on after this delay. */
function late(ms: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      void wait(ms).then(() => pass(null, chunk));
    },
  });
}
