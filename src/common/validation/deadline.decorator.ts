import { registerDecorator, type ValidationArguments } from 'class-validator';
import { parseDeadline } from '../timestamps.js';

/** An existing ISO 8601 instant or day. */
export const IsDeadline = () =>
  IsTime('isDeadline', 'an ISO 8601 date or date and time', (text) => parseDeadline(text) !== null);

/** An existing ISO 8601 instant, to be read by `parseDeadline`. */
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
