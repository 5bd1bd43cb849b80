import { createHash } from 'node:crypto';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import type {} from './entity-tag.decorator.js';

export const NOT_MODIFIED = 304;

/**
 * Tags the JSON of routes with `@EntityTag` just before it is sent, so only callers allowed to read it learn whether
 * it changed.
 */
export function registerEntityTags(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const isTagged = request.routeOptions.config.cacheControl !== undefined && reply.statusCode === 200;
    if (!isTagged || typeof payload !== 'string') return done(null, payload);
    const tag = entityTag(createHash('sha256').update(payload).digest());
    void reply.headers(tagHeaders(request, tag));
    if (!knowsTag(request, tag)) return done(null, payload);
    void reply.status(NOT_MODIFIED).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}

/** A strong entity tag. @param hash - SHA-256 of the bytes */
export const entityTag = (hash: Buffer): string => `"${hash.toString('base64url', 0, 24)}"`;

/** Headers for a tagged answer, according to the route's `@EntityTag`. */
export const tagHeaders = ({ routeOptions: { config } }: FastifyRequest, tag: string) => ({
  etag: tag,
  'cache-control': config.cacheControl ?? 'no-store',
});

/**
 * Whether the caller already has the tagged content. RFC 9110 §13.1.2: the comparison is weak, because a compressing
 * proxy may have weakened our tag.
 */
export function knowsTag({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const tags = (headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
