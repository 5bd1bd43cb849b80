import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { registerDecorator, type ValidationArguments } from 'class-validator';
import { isStorableJson } from '../../../common/validation/clean-text.js';
import { MAX_METADATA_BYTES } from '../../../common/validation/limits.js';

/** An object of free key-value pairs, stored as sent; its strings must be storable. Arrives as JSON text. */
export function IsMetadata(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
    ),
    IsStorableObject(),
  );
}

function IsStorableObject(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isMetadata',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => problemOf(value) === null,
        defaultMessage: ({ property: name, value }: ValidationArguments) => `${name} ${problemOf(value)}`,
      },
    });
}

function problemOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  if (!isStorableJson(value)) return 'must not contain NUL bytes or unpaired surrogates';
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > MAX_METADATA_BYTES ? `must not be larger than ${MAX_METADATA_BYTES} bytes as JSON` : null;
}
