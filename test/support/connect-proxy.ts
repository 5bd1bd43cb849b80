import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type OutboundProxy } from '../../src/platform/config/settings.js';

/** Where a tunnel leads: to a port of this machine, to a refusal with this status, or to silence. */
type Way = { port: number } | number | 'silence';

/** A real proxy that only makes connections (CONNECT). The test decides where they lead. */
export class ConnectProxy {
  /** The addresses it was asked to connect to, such as `8.8.8.8:443`. */
  readonly asked: string[] = [];
  readonly credentials: (string | undefined)[] = [];
  private readonly sockets = new Set<Socket>();
  private ways: (authority: string) => Way = (authority) => ({ port: portOf(authority) });

  private constructor(
    private readonly server: Server,
    private readonly scheme: string,
  ) {
    server.on('connection', (socket: Socket) => this.keep(socket));
    server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) =>
      this.connect(request, client, head),
    );
  }

  /** @param tls - for a proxy that is reached over TLS */
  static async start(tls?: { key: string; cert: string }): Promise<ConnectProxy> {
    const server = tls ? createHttpsServer(tls) : createServer();
    await once(server.listen(0, 'localhost'), 'listening');
    return new ConnectProxy(server, tls ? 'https' : 'http');
  }

  /** Sets where all tunnels lead from now on; by default to the requested port on this machine. */
  leads(ways: (authority: string) => Way): void {
    this.ways = ways;
  }

  get url(): string {
    return `${this.scheme}://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** The proxy as a setting. */
  setting(more: Partial<OutboundProxy> = {}): OutboundProxy {
    const defaults = { setting: 'OUTBOUND_PROXY' as const, resolves: false, noProxy: [] };
    return { url: new URL(this.url), ...defaults, ...more };
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private connect({ url = '', headers }: IncomingMessage, client: Socket, head: Buffer): void {
    this.asked.push(url);
    this.credentials.push(headers['proxy-authorization']);
    const way = this.ways(url);
    if (way === 'silence') return;
    if (typeof way === 'number') return void client.end(`HTTP/1.1 ${way} No\r\n\r\n`);
    const target = this.keep(
      connect(way.port, 'localhost', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        target.write(head);
        target.pipe(client).pipe(target);
      }),
    );
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
  }
}

const portOf = (authority: string) => Number(authority.slice(authority.lastIndexOf(':') + 1));
