import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** In PostgreSQL's protocol both the simple query that ends a transaction and the server's confirmation of it. */
const COMMIT = Buffer.from('COMMIT\0');
const BEGIN = Buffer.from('START TRANSACTION');

interface Wanted {
  sent: string;
  lost: () => void;
}

/**
 * A connection to PostgreSQL on which the answer to a COMMIT is lost: the server has committed, and the client never
 * knows.
 */
export class LostAnswers {
  private readonly sockets = new Set<Socket>();
  private wanted: Wanted | undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {}

  /** @param target the database's address */
  static async before(target: string): Promise<LostAnswers> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const proxy = new LostAnswers(server, target);
    server.on('connection', (near) => proxy.join(near));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Loses the answer to the next COMMIT of a transaction that has sent this text. @returns when it is lost */
  loseNext(sent: string): Promise<void> {
    return new Promise((lost) => (this.wanted = { sent, lost }));
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(near: Socket): void {
    const { hostname, port } = new URL(this.target);
    const far = connect(Number(port), hostname);
    let said: Buffer = Buffer.alloc(0);
    let losing: Wanted | undefined;
    near.on('data', (bytes: Buffer) => {
      said = bytes.includes(BEGIN) ? bytes : Buffer.concat([said, bytes]);
      if (bytes.includes(COMMIT)) {
        if (this.wanted && said.includes(this.wanted.sent)) {
          losing = this.wanted;
          this.wanted = undefined;
        }
        said = Buffer.alloc(0);
      }
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (!losing) return void near.write(bytes);
      if (!bytes.includes(COMMIT)) return;
      near.destroy();
      losing.lost();
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
  }
}
