import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import { LOCALES, nearestLocale } from './locales.js';

/** A BCP 47 tag of a person's language, such as `de-AT`; arrives as the nearest supported language, here `de`. */
export function LocaleTag(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => nearestLocale(value) ?? value),
    IsKnownLocale(),
  );
}

function IsKnownLocale(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isLocale',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => nearestLocale(value) !== null,
        defaultMessage: () =>
          `${String(property)} must be a language tag (BCP 47) of one of these languages: ${LOCALES.join(', ')}`,
      },
    });
}
