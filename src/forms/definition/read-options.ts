import { type FieldOption, type FieldPlace, MAX_OPTIONS, MAX_PLACES } from '../form-definition.js';
import { type JsonPart } from './json-part.js';

const MAX_OPTION = 200;
const MAX_DOCUMENTS = 10;
const MAX_PAGE = 10_000;
/** Points: less is not legible, and no page of a PDF is larger (ISO 32000-1, annex C). */
const SMALLEST_SIDE = 6;
const LARGEST_SIDE = 14_400;

/** The options of a field, of which each is unique. */
export function readOptions(part: JsonPart): FieldOption[] {
  if (part.isAbsent || (Array.isArray(part.value) && part.value.length === 0)) {
    part.fail('field_options_missing', `is missing; it must be an array of 1 to ${MAX_OPTIONS} options`);
    return [];
  }
  const options: FieldOption[] = [];
  const known = new Set<string>();
  for (const item of part.items(1, MAX_OPTIONS)) {
    const option = readOption(item);
    if (known.has(option.value))
      item.fail('option_repeated', `repeats the value ${JSON.stringify(option.value)}`);
    known.add(option.value);
    options.push(option);
  }
  return options;
}

function readOption(part: JsonPart): FieldOption {
  if (!part.hasOnly(['value', 'label'], 'an option')) return { value: '', label: '' };
  const value = part.member('value').line(1, MAX_OPTION);
  const label = part.member('label');
  return { value, label: label.isAbsent ? value : label.line(1, MAX_OPTION) };
}

/** The places of a field without options. */
export function readPlaces(part: JsonPart, least: 0 | 1): FieldPlace[] {
  if (part.isAbsent && least === 0) return [];
  return part.items(least, MAX_PLACES).map((item) => readPlace(item, false));
}

/** The places of a field with options: each marks one of them, and each of them has one at least. */
export function readOptionPlaces(part: JsonPart, options: readonly FieldOption[]): FieldPlace[] {
  const items = part.items(1, MAX_PLACES);
  const places = items.map((item) => readPlace(item, true));
  const values = new Set(options.map(({ value }) => value));
  const placed = new Set(places.map(({ option }) => option));
  for (const [index, { option }] of places.entries())
    if (option !== undefined && !values.has(option))
      items[index]!.member('option').fail(
        'option_unknown',
        `is ${JSON.stringify(option)}, which is no option of the field`,
      );
  for (const value of values)
    if (!placed.has(value))
      part.fail('option_without_place', `has no place for the option ${JSON.stringify(value)}`);
  return places;
}

function readPlace(part: JsonPart, hasOption: boolean): FieldPlace {
  const names = ['document', 'page', 'x', 'y', 'width', 'height', ...(hasOption ? ['option'] : [])];
  if (!part.hasOnly(names, 'a place'))
    return { document: 1, page: 1, x: 0, y: 0, width: SMALLEST_SIDE, height: SMALLEST_SIDE };
  return {
    document: part.member('document').integer(1, MAX_DOCUMENTS),
    page: part.member('page').integer(1, MAX_PAGE),
    x: part.member('x').points(0, LARGEST_SIDE),
    y: part.member('y').points(0, LARGEST_SIDE),
    width: part.member('width').points(SMALLEST_SIDE, LARGEST_SIDE),
    height: part.member('height').points(SMALLEST_SIDE, LARGEST_SIDE),
    ...(hasOption && { option: part.member('option').line(1, MAX_OPTION) }),
  };
}
