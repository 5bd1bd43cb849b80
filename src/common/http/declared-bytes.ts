import { type FastifyRequest } from 'fastify';

/** How many bytes of a body are held at most, if no more than `maxBytes` are kept: as many without a Content-Length. */
export function declaredBytes({ headers }: FastifyRequest, maxBytes: number): number {
  const declared = Number(headers['content-length'] ?? maxBytes);
  return Math.min(Number.isFinite(declared) ? declared : maxBytes, maxBytes);
}
