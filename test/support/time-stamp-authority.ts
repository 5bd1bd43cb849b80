import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type AuthorityOptions, OpensslAuthority } from './openssl-authority.js';

/** How the authority responds to a query. */
export type Behaviour =
  | 'good'
  /** Accepts the query and never responds. */
  | 'hangs'
  | 'fails'
  | 'redirects'
  | 'answers HTML'
  | 'answers junk'
  | 'answers 10 MB'
  | 'rejects'
  | 'stamps another imprint'
  | 'stamps another nonce'
  | 'breaks its signature'
  | 'signs with a certificate for other use'
  | 'signs with a certificate that has ended';

const REPLY = { 'content-type': 'application/timestamp-reply' };
/** An RFC 3161 authority on 127.0.0.1: `openssl ts -reply` behind HTTP, with its own root and certificates. */
export class TimeStampAuthority {
  behaviour: Behaviour = 'good';
  /** Number of queries so far. */
  asked = 0;
  /** Behaviours for the next queries, in order. */
  readonly next: Behaviour[] = [];
  private readonly arrivals = new EventEmitter();

  private constructor(
    private readonly server: Server,
    private readonly authority: OpensslAuthority,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.respond(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start(options: AuthorityOptions = {}): Promise<TimeStampAuthority> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new TimeStampAuthority(server, await OpensslAuthority.create(originOf(server), options));
  }

  get url(): string {
    return `${originOf(this.server)}/tsa`;
  }

  /** The value for TSA_CA_FILE. */
  get caFile(): string {
    return this.authority.caFile;
  }

  /** The token for content with an imprint made by this digest. */
  tokenFor(content: Buffer, digest: 'sha1' | 'sha256' | 'sha384' | 'sha512'): Promise<Buffer> {
    return this.authority.tokenFor(content, digest);
  }

  /** Waits until there have been `count` queries. */
  async waitFor(count: number): Promise<void> {
    while (this.asked < count) await once(this.arrivals, 'query');
  }

  /** Closes every connection, including those left waiting. */
  hangUp(): void {
    this.server.closeAllConnections();
  }

  /** Revokes its own certificate and issues a new revocation list. */
  revoke(): Promise<void> {
    return this.authority.revoke();
  }

  async stop(): Promise<void> {
    if (this.server.listening) {
      const closed = once(this.server, 'close');
      this.server.close();
      this.hangUp();
      await closed;
    }
    this.authority.remove();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = await buffer(request);
    if (request.url === '/ca.crl') return void response.end(this.authority.revocationList);
    this.asked++;
    this.arrivals.emit('query');
    await this.behave(this.next.shift() ?? this.behaviour, query, response);
  }

  private async behave(behaviour: Behaviour, query: Buffer, response: ServerResponse): Promise<void> {
    const reply = (body: Buffer) => void response.writeHead(200, REPLY).end(body);
    switch (behaviour) {
      case 'hangs':
        return;
      case 'fails':
        return void response.writeHead(500, REPLY).end('out of order');
      case 'redirects':
        return void response.writeHead(307, { location: this.url }).end();
      case 'answers HTML':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
      case 'answers junk':
        return reply(randomBytes(2_000));
      case 'answers 10 MB':
        return reply(Buffer.alloc(10 * 1024 * 1024, 0x30));
      case 'rejects':
        return reply(await this.authority.stamp(query, 'picky'));
      case 'stamps another imprint':
        return reply(
          await this.authority.stamp(flipped(query, query.indexOf(SHA256_HEAD) + SHA256_HEAD.length)),
        );
      case 'stamps another nonce':
        // The nonce ends before the last member, which requests certificates: 01 01 FF.
        return reply(await this.authority.stamp(flipped(query, query.length - 4)));
      case 'breaks its signature': {
        const stamped = await this.authority.stamp(query);
        return reply(flipped(stamped, stamped.length - 1));
      }
      case 'signs with a certificate for other use':
        return reply(await this.authority.stampBy('other', query));
      case 'signs with a certificate that has ended':
        return reply(await this.authority.stamp(query, 'ended'));
      case 'good':
        return reply(await this.authority.stamp(query));
    }
  }
}

/** DER tag and length (32 bytes) that precede the digest in a query. */
const SHA256_HEAD = Buffer.from('0420', 'hex');

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = changed[at]! ^ 1;
  return changed;
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
