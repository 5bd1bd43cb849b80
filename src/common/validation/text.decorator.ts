import { applyDecorators } from '@nestjs/common';
import {
  IsString,
  MaxLength,
  MinLength,
  registerDecorator,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { isStorableText } from './clean-text.js';

/** The value can be stored and shown: no NUL byte, no lone surrogate. */
export function IsStorableText(options?: ValidationOptions): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isStorableText',
      target: target.constructor,
      propertyName: String(property),
      options,
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || isStorableText(value),
        defaultMessage: ({ property: name }: ValidationArguments) =>
          `${name} must not contain NUL bytes or unpaired surrogates`,
      },
    });
}

/** A string of `min` to `max` characters (UTF-16 units) that can be stored. */
export function Text({
  min = 0,
  max,
  each,
}: {
  min?: number;
  max: number;
  each?: boolean;
}): PropertyDecorator {
  return applyDecorators(
    IsString({ each }),
    MinLength(min, { each }),
    MaxLength(max, { each }),
    IsStorableText(),
  );
}
