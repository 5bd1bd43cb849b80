import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createServerCertificate } from '../../scripts/throwaway-ca.mjs';
import { within } from '../../src/common/within.js';
import { patience } from './patience.js';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes received. */
  body: Buffer;
}

export type Answer = (response: ServerResponse) => void;

const DEADLINE_MS = 20_000;

/** Responses that a test can choose. */
export const answers = {
  status:
    (
      code: number,
      { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string | Buffer } = {},
    ): Answer =>
    (response) => {
      response.writeHead(code, headers).end(body);
    },
  redirect: (location: string, code = 302): Answer => answers.status(code, { headers: { location } }),
  /** Accepts the request and never responds. */
  hang: (): Answer => () => undefined,
  /** Sends status and headers at once, but never a body. */
  hangInBody:
    (code = 200): Answer =>
    (response) => {
      response.writeHead(code).write('begun');
    },
  /** Sends `megabytes` of the letter x, as fast as the client reads. */
  huge:
    (megabytes: number, code = 200): Answer =>
    (response) => {
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      response.writeHead(code);
      const write = (left: number): void => {
        if (left === 0) response.end();
        else if (!response.destroyed) response.write(chunk, () => write(left - 1));
      };
      write(megabytes);
    },
  /** Promises ten bytes, sends three and closes. */
  cutShort: (): Answer => (response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('abc', () => response.socket?.destroy());
  },
};

/** One address of the receiver: its requests and its responses. */
export class Inbox {
  readonly requests: ReceivedRequest[] = [];
  private readonly arrivals = new EventEmitter();
  private readonly next: Answer[] = [];
  private usual: Answer = answers.status(200);

  constructor(readonly url: string) {}

  /** Sets the responses to the next requests, in order. After these, the usual one applies again, by default 200. */
  answerNext(...list: Answer[]): void {
    this.next.push(...list);
  }

  /** Keeps the next request waiting until the returned function is called with an answer. */
  holdNext(): (answer: Answer) => void {
    let release: (answer: Answer) => void = () => undefined;
    const released = new Promise<Answer>((resolve) => (release = resolve));
    this.next.push((response) => void released.then((answer) => answer(response)));
    return release;
  }

  answerAlways(answer: Answer): void {
    this.usual = answer;
  }

  /** Waits for `count` requests and returns all so far. Rejects after 20 seconds. */
  async waitFor(count: number): Promise<ReceivedRequest[]> {
    return within(patience(DEADLINE_MS), async (signal) => {
      while (this.requests.length < count) await once(this.arrivals, 'request', { signal });
      return this.requests;
    });
  }

  take(request: ReceivedRequest, response: ServerResponse): void {
    this.requests.push(request);
    (this.next.shift() ?? this.usual)(response);
    this.arrivals.emit('request');
  }
}

/** A real HTTPS server on localhost that records its requests. A throwaway authority issued its certificate. */
export class Receiver {
  /** Number of TLS connections opened so far. */
  connections = 0;
  private readonly inboxes = new Map<string, Inbox>();

  private constructor(
    private readonly server: Server,
    private readonly folder: string,
    /** Its key and certificate, for another server on this machine that the service also trusts. */
    readonly tls: { ca: string; key: string; cert: string },
  ) {
    server.on('secureConnection', () => this.connections++);
    server.on('request', (request, response) => {
      const { method = '', url: path = '', headers } = request;
      const inbox = this.inboxes.get(path.split('?')[0]!);
      if (!inbox) return void response.writeHead(404).end();
      buffer(request).then(
        (body) => inbox.take({ method, path, headers, body }, response),
        () => response.destroy(),
      );
    });
  }

  /** @param host - the name in its certificate */
  static async start(host?: string): Promise<Receiver> {
    const { ca, key, cert } = await createServerCertificate({ host });
    const folder = mkdtempSync(join(tmpdir(), 'countersign-receiver-'));
    writeFileSync(join(folder, 'ca.pem'), ca);
    const server = createServer({ key, cert });
    await once(server.listen(0, 'localhost'), 'listening');
    return new Receiver(server, folder, { ca, key, cert });
  }

  /** The value for WEBHOOK_CA_FILE. */
  get caFile(): string {
    return join(this.folder, 'ca.pem');
  }

  /** A file of authorities that also contains another one. */
  trusting(otherAuthority: string): string {
    const file = join(this.folder, 'both.pem');
    writeFileSync(file, `${this.tls.ca}\n${otherAuthority}\n`);
    return file;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** A separate address for one test. */
  newInbox(): Inbox {
    const path = `/inbox/${this.inboxes.size + 1}`;
    const inbox = new Inbox(`https://localhost:${this.port}${path}`);
    this.inboxes.set(path, inbox);
    return inbox;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
