import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsEmail } from 'class-validator';
import { MAX_EMAIL } from './limits.js';
import { Text } from './text.decorator.js';

/** An e-mail address, trimmed; upper and lower case are kept. */
export function EmailAddress({ each = false }: { each?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) ? value.map(trimmed) : trimmed(value),
    ),
    Text({ min: 3, max: MAX_EMAIL, each }),
    IsEmail(
      { require_tld: false },
      { each, message: each ? 'each value in $property must be an email' : undefined },
    ),
  );
}

/** The form in which addresses are compared: trimmed and in lower case. */
export const emailKey = (email: string) => email.trim().toLowerCase();

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
