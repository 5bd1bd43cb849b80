import { randomUUID } from 'node:crypto';
import { type IncomingMessage } from 'node:http';

/** A caller's own request id must be short and harmless in a log. */
const SANE = /^[\w.:-]{1,100}$/;

/** The caller's X-Request-Id if it is valid, otherwise a new one. */
export function requestId(request?: IncomingMessage): string {
  const sent = request?.headers['x-request-id'];
  return typeof sent === 'string' && SANE.test(sent) ? sent : randomUUID();
}
