import { registerDecorator, type ValidationArguments } from 'class-validator';
import { parseDeadline } from '../timestamps.js';

/** An ISO 8601 instant or day that exists. */
export const IsDeadline = () =>
  IsTime('isDeadline', 'an ISO 8601 date or date and time', (text) => parseDeadline(text) !== null);

/** An ISO 8601 instant that exists; `parseDeadline` reads it. */
export const IsInstant = () =>
  IsTime(
    'isInstant',
    'an ISO 8601 date and time',
    (text) => text.includes('T') && parseDeadline(text) !== null,
  );

function IsTime(name: string, what: string, isRight: (text: string) => boolean): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isRight(value),
        defaultMessage: (wrong: ValidationArguments) => `${wrong.property} must be ${what}`,
      },
    });
}
