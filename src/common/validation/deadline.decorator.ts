import { registerDecorator, type ValidationArguments } from 'class-validator';
import { parseDeadline } from '../timestamps.js';

/** An ISO 8601 instant or day that exists. */
export function IsDeadline(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isDeadline',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && parseDeadline(value) !== null,
        defaultMessage: ({ property: name }: ValidationArguments) =>
          `${name} must be an ISO 8601 date or date and time`,
      },
    });
}
