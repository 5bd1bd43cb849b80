import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { patience } from '../../support/patience.js';

export interface Arrival {
  /** The number that the publisher gave the event. */
  number: number;
  webhookId: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** When it arrived, in milliseconds of `performance.now`. */
  at: number;
}

type Respond = (response: ServerResponse, arrival: Arrival) => void;

export const ok: Respond = (response) => void response.writeHead(204).end();
export const fail: Respond = (response) => void response.writeHead(503).end('down');
export const hang: Respond = () => undefined;

/** An endpoint's real HTTPS server on this machine. Records what arrives, and how many requests at once. */
export class Target {
  readonly arrivals: Arrival[] = [];
  /** The most requests that were open at one moment. */
  mostAtOnce = 0;
  /** Accepted connections, whether or not TLS followed. */
  connections = 0;
  respond: Respond = ok;
  private atOnce = 0;

  private constructor(
    readonly server: Server,
    private readonly host: string,
  ) {
    server.on('connection', () => this.connections++);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
      response.on('close', () => this.atOnce--);
      buffer(request).then(
        (body) => this.take(request, body.toString(), response),
        () => response.destroy(),
      );
    });
    // Whatever a fault does to a connection is not an error here.
    server.on('tlsClientError', () => undefined);
  }

  /** @param host in its address @param listen the address on which it listens */
  static async open(
    tls: ServerOptions,
    { host = 'localhost', listen = 'localhost', port = 0 } = {},
  ): Promise<Target> {
    const server = createServer(tls);
    await once(server.listen(port, listen), 'listening');
    return new Target(server, host);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://${this.host}:${this.port}/`;
  }

  get openRequests(): number {
    return this.atOnce;
  }

  /** Whether no request is open. */
  get isIdle(): boolean {
    return this.atOnce === 0;
  }

  /** Resolves at the next arrival that `respond` is to answer, and hands over its response. */
  nextArrival(): Promise<{ arrival: Arrival; response: ServerResponse }> {
    const usual = this.respond;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('nothing arrived')), patience(60_000));
      this.respond = (response, arrival) => {
        clearTimeout(timer);
        this.respond = usual;
        resolve({ arrival, response });
      };
    });
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private take({ headers }: IncomingMessage, body: string, response: ServerResponse): void {
    const { webhookId, data } = JSON.parse(body) as { webhookId: string; data: { id: number } };
    const arrival = { number: data.id, webhookId, headers, body, at: performance.now() };
    this.arrivals.push(arrival);
    this.respond(response, arrival);
  }
}
