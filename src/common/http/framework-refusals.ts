import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { AppError } from '../errors.js';
import { API_HEADERS } from './api-headers.js';
import { errorBody } from './error-body.js';
import { requestId } from './request-id.js';

type Headers = Record<string, string | number>;

/** Error codes of Node's HTTP server for input that never becomes a request, with our answers. */
const SOCKET_ERRORS: Record<string, [statusCode: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};
const NOT_HTTP: [number, string] = [400, 'The request is not valid HTTP'];

const WITH_HOST = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/**
 * The path and query of a request target. The form for proxies names a host (RFC 9112 §3.2.2), which must not get
 * into addresses built from the path.
 */
function pathOf(target: string): string {
  // Fastify answers the path * itself, before any hook has set a header.
  if (target === '*') return '/*';
  const path = target.replace(WITH_HOST, '');
  return path.startsWith('/') || path === target ? path : `/${path}`;
}

/** Answers what Node and Fastify refuse before a route is known, in the format of every other error. */
export class FrameworkRefusals {
  /** Further headers for the caller at this address, such as its remaining rate limit. */
  headersFor: (address: string) => Headers = () => ({});

  readonly serverOptions: FastifyHttpOptions<Server> = {
    clientErrorHandler: (error, socket) => this.refuseSocket(error, socket),
    frameworkErrors: (_error, request, reply) => this.refuseAddress(request, reply),
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    // Node would answer a request without Host with an empty 400.
    http: { requireHostHeader: false },
  };

  register(server: FastifyInstance): void {
    server.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      this.refuseExpectation(request, response),
    );
    server.addHook('onRequest', ({ headers, raw }, _reply, done) => {
      const isMissing = headers.host === undefined && raw.httpVersion === '1.1';
      if (isMissing) return done(new AppError(400, 'The header Host is missing'));
      // Proxies and servers disagree on which to use (RFC 9112 §3.2).
      const isDoubtful = raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length > 1;
      done(isDoubtful ? new AppError(400, 'The header Host may be sent only once') : undefined);
    });
  }

  /** Refuses a body that arrives too slowly, as Node.js does when a request times out. */
  refuseSlowBody(socket: Socket): void {
    this.refuseSocket(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  }

  /** For a path that cannot be decoded. */
  private refuseAddress(request: FastifyRequest, reply: FastifyReply): void {
    const refusal = new AppError(400, 'The path is not valid: percent-encoded bytes must be UTF-8');
    const headers = this.headers(request.id, request.ip);
    void reply.status(refusal.statusCode).headers(headers).send(errorBody(refusal));
  }

  private refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
    const refusal = new AppError(417, 'The header Expect may only be 100-continue');
    const headers = this.headers(requestId(request), request.socket.remoteAddress);
    const body = JSON.stringify(errorBody(refusal));
    response
      .writeHead(refusal.statusCode, { ...headers, 'content-length': Buffer.byteLength(body) })
      .end(body);
  }

  private refuseSocket(error: NodeJS.ErrnoException, socket: Socket): void {
    if (socket.writable && error.code !== 'ECONNRESET') socket.write(this.rawAnswer(error, socket));
    socket.destroy(error);
  }

  private rawAnswer({ code = '' }: NodeJS.ErrnoException, { remoteAddress }: Socket): string {
    const [statusCode, message] = SOCKET_ERRORS[code] ?? NOT_HTTP;
    const body = JSON.stringify(errorBody(new AppError(statusCode, message)));
    const headers = {
      ...this.headers(requestId(), remoteAddress),
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines, '', body].join('\r\n');
  }

  private headers(id: string, address: string | undefined): Headers {
    return {
      ...API_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': id,
      ...this.headersFor(address ?? ''),
    };
  }
}
