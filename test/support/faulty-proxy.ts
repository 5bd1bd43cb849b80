import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What the proxy has seen of a request. */
export interface ProxiedRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
}

/** What happens to a request instead of passing it on. */
export type Fault = (
  incoming: IncomingMessage,
  response: ServerResponse,
  pass: () => Promise<PassedOn>,
) => unknown;

/** The service's answer to a request that was passed on. */
interface PassedOn {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export const faults = {
  /** The connection ends before the service receives the request. */
  cutBefore: (): Fault => (incoming) => incoming.socket.destroy(),
  /** The service carries out the request, and the connection ends before its answer. */
  cutAfter: (): Fault => async (incoming, _response, pass) => {
    await pass();
    incoming.socket.destroy();
  },
  /** The service carries out the request, and the connection ends within the body of its answer. */
  cutWithin:
    (bytes: number): Fault =>
    async (_incoming, response, pass) => {
      const { status, headers, body } = await pass();
      response.writeHead(status, headers);
      response.write(body.subarray(0, bytes), () => response.socket?.destroy());
    },
  /** Takes the request and never answers. */
  hang: (): Fault => (incoming) => incoming.resume(),
  /** Sends the headers and the first bytes of the service's answer, and then nothing. */
  hangWithin:
    (bytes: number): Fault =>
    async (_incoming, response, pass) => {
      const { status, headers, body } = await pass();
      response.writeHead(status, headers).write(body.subarray(0, bytes));
    },
  /** Answers in place of the service. */
  answer:
    (status: number, headers: Record<string, string> = {}, body = ''): Fault =>
    (incoming, response) => {
      incoming.resume();
      response.writeHead(status, headers).end(body);
    },
};

/** A proxy between a caller and the service, with faults that a test chooses. */
export class FaultyProxy {
  readonly requests: ProxiedRequest[] = [];
  private readonly next: Fault[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {}

  /** @param target - the address of the service */
  static async before(target: string): Promise<FaultyProxy> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const proxy = new FaultyProxy(server, target);
    server.on('request', (incoming, response) => void proxy.handle(incoming, response));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets what happens to the next requests, in order. After these, requests are passed on and answered. */
  meetNext(...list: Fault[]): void {
    this.next.push(...list);
  }

  /** The keys with which requests of this method were sent, in order. */
  keysOf(method: string): (string | undefined)[] {
    return this.requests
      .filter((seen) => seen.method === method)
      .map(({ headers }) => headers['idempotency-key'] as string | undefined);
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming;
    this.requests.push({ method, path, headers });
    const fault = this.next.shift();
    const pass = () => this.pass(incoming);
    if (fault) return void (await fault(incoming, response, pass));
    const { status, headers: answered, body } = await pass();
    response.writeHead(status, answered).end(body);
  }

  private async pass(incoming: IncomingMessage): Promise<PassedOn> {
    const onward = request(this.target + incoming.url, {
      method: incoming.method,
      headers: incoming.headers,
      agent: false,
    });
    // The service may answer, and stop reading, before it has the whole body.
    onward.on('error', () => undefined);
    incoming.pipe(onward);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) };
  }
}
