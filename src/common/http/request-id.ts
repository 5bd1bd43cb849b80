import { randomUUID } from 'node:crypto';
import { type IncomingMessage } from 'node:http';

/** What a caller's own request id may look like: short, and harmless in a log. */
const SANE = /^[\w.:-]{1,100}$/;

/** The caller's X-Request-Id where it is sane, else a new one. */
export function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && SANE.test(sent) ? sent : randomUUID();
}
