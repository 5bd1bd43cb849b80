import { applyDecorators, RequestMethod, UseInterceptors } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ApiHeader } from '@nestjs/swagger';
import { IdempotencyInterceptor, KEY_HEADER, MAX_KEY_LENGTH } from './idempotency.interceptor.js';

const CHANGING: unknown[] = [
  RequestMethod.POST,
  RequestMethod.PUT,
  RequestMethod.PATCH,
  RequestMethod.DELETE,
];

const takesKey = applyDecorators(
  UseInterceptors(IdempotencyInterceptor),
  ApiHeader({
    name: KEY_HEADER,
    description:
      'Makes the request safe to repeat. For 24 hours after it has succeeded, the same request with the same key gets the same response, with `Idempotency-Replayed: true`.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH, pattern: '^[!-~]+$' },
  }),
);

/** Lets each POST, PUT, PATCH and DELETE of a controller take an Idempotency-Key. */
export function IdempotentOperations(): ClassDecorator {
  return ({ prototype }) => {
    const members = Object.entries(Object.getOwnPropertyDescriptors(prototype as object));
    for (const [name, descriptor] of members) {
      const method: unknown = Reflect.getMetadata(METHOD_METADATA, descriptor.value as object);
      if (CHANGING.includes(method)) takesKey(prototype as object, name, descriptor);
    }
  };
}
