import { ValidationPipe } from '@nestjs/common';
import { type ValidationError } from 'class-validator';
import { type FieldError, invalid } from '../errors.js';

/**
 * Validates all bodies and queries. Unknown top-level fields are errors, types are not converted implicitly, and the
 * 400 names each field by its path. Nested DTOs that tolerate unknown members declare it.
 */
export function createValidationPipe(): ValidationPipe {
  return new StrictValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => invalid(...errors.flatMap((error) => fieldErrors(error, ''))),
  });
}

/** Leaves path parameters as they were sent: implicit conversion would pass `1e3` to the id's pipe as 1000. */
class StrictValidationPipe extends ValidationPipe {
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

function fieldErrors(error: ValidationError, parent: string): FieldError[] {
  const field = fieldPath(parent, error.property);
  const own = Object.entries(error.constraints ?? {}).map(([rule, text]) => ({
    field,
    message:
      rule === 'whitelistValidation'
        ? `${field} is not a known field`
        : text.replace(error.property, () => field),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, field))];
}

/** `signers` and `1` make `signers[1]`; `signers[1]` and `email` make `signers[1].email`. */
function fieldPath(parent: string, property: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}
