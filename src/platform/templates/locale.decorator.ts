import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import { isLanguageTag, nearestLocale } from './locales.js';

/**
 * A BCP 47 tag of a person's language, such as `de-AT`; becomes the nearest supported language, here `de`, or null if
 * there is none, as if no language had been given.
 */
export function LocaleTag(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (isLanguageTag(value) ? nearestLocale(value) : value)),
    IsLanguageTag(),
  );
}

function IsLanguageTag(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isLocale',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: isLanguageTag,
        defaultMessage: () => `${String(property)} must be a language tag (BCP 47), such as de or pt-BR`,
      },
    });
}
