import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension, ApiHeader } from '@nestjs/swagger';

/** Where the OpenAPI document is told of it; its builder adds the headers, and the answers 304, 206 and 416. */
export const ENTITY_TAG = 'x-entity-tag';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `Cache-Control` of an answer that has an entity tag. */
    cacheControl?: string;
  }
}

const optionalHeader = (name: string, description: string) =>
  ApiHeader({ name, description, schema: { type: 'string' } });

const ofRanges = applyDecorators(
  optionalHeader('Range', 'One range of bytes, such as `bytes=0-1023`: the answer is 206 with that part.'),
  optionalHeader(
    'If-Range',
    'The `ETag` of the parts so far: if it no longer holds, the answer is the whole file.',
  ),
);

/**
 * Gives what the route answers a strong entity tag, made of its bytes, and answers 304 to a caller who has them.
 * @param store - whether the caller's own cache may keep it, to ask each time whether it still holds
 * @param ranges - whether it is a file that can be had in parts
 */
export const EntityTag = ({ store, ranges = false }: { store: boolean; ranges?: boolean }): MethodDecorator =>
  applyDecorators(
    RouteConfig({ cacheControl: store ? 'private, no-cache' : 'no-store' }),
    ApiExtension(ENTITY_TAG, ranges ? 'file' : 'json'),
    optionalHeader(
      'If-None-Match',
      'The `ETag` of an earlier answer: if it still holds, the answer is 304 without a body.',
    ),
    ...(ranges ? [ofRanges] : []),
  );
