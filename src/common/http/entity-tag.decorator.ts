import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension, ApiHeader } from '@nestjs/swagger';

/** Key in the OpenAPI document, whose builder adds the headers and the answers 304, 206 and 416. */
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
  optionalHeader('Range', 'One range of bytes, such as `bytes=0-1023`: the response is 206 with that part.'),
  optionalHeader(
    'If-Range',
    'The `ETag` of the parts so far: if it is no longer current, the response is the whole file.',
  ),
);

/**
 * Gives the route's answer a strong entity tag, computed from its bytes, and answers 304 to callers that already have
 * them.
 * @param store - whether the caller's cache may keep it, if it revalidates each time
 * @param ranges - whether it is a file that can be requested in parts
 */
export const EntityTag = ({ store, ranges = false }: { store: boolean; ranges?: boolean }): MethodDecorator =>
  applyDecorators(
    RouteConfig({ cacheControl: store ? 'private, no-cache' : 'no-store' }),
    ApiExtension(ENTITY_TAG, ranges ? 'file' : 'json'),
    optionalHeader(
      'If-None-Match',
      'The `ETag` of an earlier response: if it is still current, the response is 304 without a body.',
    ),
    ...(ranges ? [ofRanges] : []),
  );
