import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min, registerDecorator, type ValidationArguments } from 'class-validator';
import { isCalendarDay } from '../timestamps.js';

/** A whole number in a query string, in plain decimal digits, between `min` and `max`. */
export function QueryInt({ min, max }: { min: number; max: number }): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => digitsToNumber(value)),
    IsInt(),
    Min(min),
    Max(max),
  );
}

/** A UTC day `YYYY-MM-DD` that exists. */
export function IsDay(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isDay',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isCalendarDay(value),
        defaultMessage: ({ property: name }: ValidationArguments) =>
          `${name} must be a date in the form YYYY-MM-DD`,
      },
    });
}

function digitsToNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
}
