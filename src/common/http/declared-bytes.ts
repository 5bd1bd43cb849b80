import { type FastifyRequest } from 'fastify';

/** The most bytes of a body that are held if at most `maxBytes` are kept: that many if there is no Content-Length. */
export function declaredBytes({ headers }: FastifyRequest, maxBytes: number): number {
  const declared = Number(headers['content-length'] ?? maxBytes);
  return Math.min(Number.isFinite(declared) ? declared : maxBytes, maxBytes);
}
