import { filesIn, type FormField, type FormValue, type NumberLook } from './form-definition.js';
import { formatNumber } from './numbers/format-number.js';
import { numberEntry } from './numbers/read-number.js';
import { type Entry } from './read-value.js';
import { printedFormat } from './texts/formats.js';

export { formatNumber } from './numbers/format-number.js';
export { lengthOf } from './texts/clean-text.js';
export { dayOf } from './values/days.js';

/** English documents write the day before the month. */
const ENGLISH = 'en-GB';
const NO_BREAK_SPACE = '\u00a0';
const TICKED = 'yes';

/**
 * A value as people read it in this language. Empty for a checkbox and for files, which are drawn.
 * @param locale - BCP 47
 */
export function showValue(field: FormField, value: FormValue | null, locale: string): string {
  if (value === null) return '';
  switch (field.kind) {
    case 'initials':
      return value as string;
    case 'text':
      return printedFormat(value as string, field.validation.format);
    case 'number':
    case 'formula':
      return withUnit(value as string, field.validation, locale);
    case 'chosen_date':
      return longDay(value as string, locale);
    case 'choice':
    case 'radio':
    case 'checkboxes':
      return [value as string | readonly string[]]
        .flat()
        .map((each) => field.options.find((option) => option.value === each)?.label ?? each)
        .join(', ');
    case 'checkbox':
    case 'image':
    case 'stamp':
    case 'attachment':
    case 'signature':
    case 'date':
    case 'name':
    case 'label':
      return '';
  }
}

/** A value as it is listed: as it is shown, but files by their names. */
export function listedValue(field: FormField, value: FormValue | null, locale: string): string {
  const files = filesIn(value);
  return files.length > 0 ? files.map(({ name }) => name ?? '').join(', ') : showValue(field, value, locale);
}

/** A value as an entry that `readEntry` reads as the same in this language. Empty for what is not typed or chosen. */
export function entryOf(field: FormField, value: FormValue | null, locale: string): Entry {
  if (field.kind === 'checkbox') return value === true ? TICKED : '';
  if (field.kind === 'checkboxes') return (value as readonly string[] | null) ?? [];
  if (typeof value !== 'string') return '';
  return field.kind === 'number' ? numberEntry(value, locale) : value;
}

function withUnit(value: string, { decimals, unit, currency }: NumberLook, locale: string): string {
  const number = formatNumber(value, locale, decimals);
  const after = unit ?? currency;
  return after === undefined ? number : `${number}${NO_BREAK_SPACE}${after}`;
}

/** `1 March 2026`. */
function longDay(day: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale === 'en' ? ENGLISH : locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(day));
}
