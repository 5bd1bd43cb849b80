import { registerDecorator } from 'class-validator';

const PERCENT = /^\d{1,3}(?:\.\d{1,6})?%$/;
/** The largest side of a PDF page, in points (ISO 32000-1, annex C). */
const MAX_POINTS = 14_400;

/** Points as a number, or a share of the page as `"12.5%"`. */
export function IsLength(): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: 'isLength',
      target: target.constructor,
      propertyName: String(propertyName),
      options: { message: '$property must be a number of points or a share of the page such as "12.5%"' },
      validator: {
        validate: (value: unknown) =>
          typeof value === 'number'
            ? Number.isFinite(value) && value >= 0 && value <= MAX_POINTS
            : typeof value === 'string' && PERCENT.test(value),
      },
    });
}
