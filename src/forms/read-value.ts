import {
  type ChoiceField,
  type FormField,
  type FormValue,
  type GroupField,
  type NumberField,
  type RadioField,
  type TextField,
} from './form-definition.js';
import { type ValueFault } from './form-fault.js';
import { MAX_DIGITS } from './numbers/decimal.js';
import { DECIMAL_TEXT, decimalOfJson } from './numbers/json-number.js';
import { readNumber } from './numbers/read-number.js';
import { affixesOf } from './numbers/units.js';
import { cleanLine, cleanLines, lengthOf } from './texts/clean-text.js';
import { describeFormat, toFormat } from './texts/formats.js';
import { DAY_TEXT, isDay, typedDay } from './values/days.js';
import { toFileReference } from './values/files.js';

/** What is typed into a field of a page or chosen there; an array for several ticked boxes. */
export type Entry = string | readonly string[];

/** A canonical value, null for nothing, or why there is none. */
export type ValueReading = { value: FormValue | null; fault: null } | { value: null; fault: ValueFault };

const MAX_OTHER = 200;

const found = (value: FormValue | null): ValueReading => ({ value, fault: null });
const wrong = (problem: string, more: Partial<ValueFault> = {}): ValueReading => ({
  value: null,
  fault: { code: 'value_invalid', rule: 'kind', ...more, problem },
});

/** Reads a value of the API. What fits the kind of the field is canonical; `checkValue` checks the field's own rules. */
export function readValue(field: FormField, json: unknown): ValueReading {
  if (json === null || json === '') return nothing(field);
  switch (field.kind) {
    case 'initials':
    case 'text':
      return typeof json === 'string' ? readText(field, json) : wrong('must be a text');
    case 'number': {
      const decimal = decimalOfJson(json);
      return decimal === null ? wrong(`must be ${DECIMAL_TEXT}`) : found(decimal);
    }
    case 'chosen_date':
      return typeof json === 'string' && isDay(json) ? found(json) : wrong(`must be ${DAY_TEXT}`);
    case 'choice':
    case 'radio':
      return typeof json === 'string' ? readOption(field, json) : wrong('must be the value of an option');
    case 'checkbox':
      return typeof json === 'boolean' ? found(json) : wrong('must be true or false');
    case 'checkboxes':
      return readOptions(field, json);
    case 'image':
    case 'stamp': {
      const file = toFileReference(json);
      return file ? found(file) : wrong('must refer to a file by sha256, bytes and type');
    }
    case 'attachment': {
      const files = Array.isArray(json) ? json.map(toFileReference) : [null];
      if (files.includes(null))
        return wrong('must be an array that refers to files by sha256, bytes and type');
      return found(files.length === 0 ? null : files.filter((file) => file !== null));
    }
    case 'signature':
    case 'date':
    case 'name':
    case 'label':
    case 'formula':
      return noValue(field);
  }
}

/**
 * Reads what was entered on a page in this language. An entry of spaces only is none.
 * @param locale - BCP 47; it decides how numbers are read
 */
export function readEntry(field: FormField, entry: Entry, locale: string): ValueReading {
  if (field.kind === 'checkboxes')
    return readOptions(
      field,
      [entry].flat().filter((value) => value !== ''),
    );
  if (typeof entry !== 'string') return wrong('must be a single entry');
  if (field.kind === 'checkbox') return found(entry !== '');
  if (entry.trim() === '') return nothing(field);
  switch (field.kind) {
    case 'initials':
    case 'text':
      return readText(field, entry);
    case 'choice':
    case 'radio':
      return readOption(field, entry);
    case 'number':
      return readTypedNumber(field, entry, locale);
    case 'chosen_date': {
      const day = typedDay(entry);
      return day === null ? wrong(`must be ${DAY_TEXT}`) : found(day);
    }
    case 'image':
    case 'stamp':
    case 'attachment':
    case 'signature':
    case 'date':
    case 'name':
    case 'label':
    case 'formula':
      return noValue(field);
  }
}

const WITHOUT_VALUE: readonly FormField['kind'][] = ['signature', 'date', 'name', 'label', 'formula'];

/** A checkbox is never without a value: it is ticked or not. */
function nothing(field: FormField): ValueReading {
  if (WITHOUT_VALUE.includes(field.kind)) return noValue(field);
  return found(field.kind === 'checkbox' ? false : null);
}

const noValue = ({ kind }: FormField) => wrong(`takes no value, because its kind is '${kind}'`);

function readText(field: TextField | Extract<FormField, { kind: 'initials' }>, text: string): ValueReading {
  const isLong = field.kind === 'text' && field.validation.lines === 'many';
  const clean = isLong ? cleanLines(text) : cleanLine(text);
  const format = field.kind === 'text' ? field.validation.format : undefined;
  if (format === undefined || clean === '') return found(clean === '' ? null : clean);
  const spelled = toFormat(clean, format);
  if (spelled !== null) return found(spelled);
  return wrong(`must be ${describeFormat(format)}`, { rule: 'format', limit: format });
}

function readOption(field: ChoiceField | RadioField, text: string): ValueReading {
  if (field.options.some(({ value }) => value === text)) return found(text);
  const line = cleanLine(text);
  if (field.kind === 'choice' && field.other && line !== '' && lengthOf(line) <= MAX_OTHER)
    return found(line);
  return wrong(
    field.kind === 'choice' && field.other
      ? `must be one of its options or a text of at most ${MAX_OTHER} characters`
      : 'must be one of its options',
    { rule: 'option' },
  );
}

/** The options in the order of the field, whatever the order in which they were ticked. */
function readOptions({ options }: GroupField, ticked: unknown): ValueReading {
  if (!Array.isArray(ticked) || new Set(ticked).size < ticked.length)
    return wrong('must be an array of different options');
  if (ticked.length > options.length) return wrong('must have none but its options', { rule: 'option' });
  const values = options.map(({ value }) => value).filter((value) => ticked.includes(value));
  if (values.length < ticked.length) return wrong('must have none but its options', { rule: 'option' });
  return found(values.length === 0 ? null : values);
}

function readTypedNumber(field: NumberField, entry: string, locale: string): ValueReading {
  const reading = readNumber(entry, locale, affixesOf(field.validation));
  if ('value' in reading) return found(reading.value);
  if ('readings' in reading)
    return wrong(`may mean ${reading.readings.join(' or ')}`, {
      code: 'entry_ambiguous',
      readings: reading.readings,
    });
  if (reading.fault === 'too_many_digits')
    return wrong(`must have at most ${MAX_DIGITS} digits`, { rule: 'digits', limit: String(MAX_DIGITS) });
  return wrong('must be a number', { code: 'entry_not_a_number' });
}
