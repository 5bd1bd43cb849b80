import { plainLine } from '../../common/plain-line.js';
import { MAX_OPTIONS } from '../../forms/form-definition.js';
import {
  type ImportedDefinition,
  type ImportedOption,
  type ImportedPlace,
  type PdfFacts,
} from '../form-import.js';
import { type ImportReport, NotImported } from './import-report.js';
import { type PlacedWidget, SMALLEST_SIDE } from './map-places.js';
import { hasFlag, type SourceField, type SourceOption } from './source-field.js';

/** Characters of an option's value and label. */
const LONGEST_OPTION = 200;

/** What a field has beside its key, label and help, and how its options are exported. */
export type Mapped = Omit<ImportedDefinition, 'key' | 'label' | 'help'> & Pick<PdfFacts, 'exports'>;

/** What every field has that somebody fills in. */
export const entryOf = (field: SourceField) => ({
  required: hasFlag(field, 'required'),
  readOnly: hasFlag(field, 'readOnly'),
});

/** A line of text in the form in which it is kept. */
export const keptLine = (text: string) => plainLine(text).normalize('NFC');

/** @throws NotImported if it has no usable options, or too many */
export function mapChoice(field: SourceField, placed: readonly PlacedWidget[], report: ImportReport): Mapped {
  const options = optionsOf(field.options, field, report);
  const places = placed.map(({ place }) => place);
  const other = hasFlag(field, 'combo') && hasFlag(field, 'edit');
  if (options.length === 0 && !other) throw new NotImported('no_options');
  if (options.length === 0)
    return { kind: 'text', places, ...entryOf(field), validation: { lines: 1, maxLength: LONGEST_OPTION } };
  const isGroup = !hasFlag(field, 'combo') && hasFlag(field, 'multiSelect');
  const values = valuesOf(field, options, other, report);
  const shared = { ...entryOf(field), options, ...exportsOf(field) };
  if (isGroup) {
    const rows = places.flatMap((place) => rowsOf(place, options));
    return { kind: 'checkboxes', ...shared, places: rows, ...(values.length > 0 && { value: values }) };
  }
  const [value] = values;
  return { kind: 'choice', ...shared, other, places, ...(value !== undefined && { value }) };
}

/** Of options that are exported in another way than they are kept, the first of each. */
function exportsOf({ options }: SourceField): Pick<PdfFacts, 'exports'> {
  const first = new Map(options.map(({ value }) => [keptLine(value), value] as const).reverse());
  const exports = [...first]
    .reverse()
    .filter(([option, value]) => option !== '' && option !== value)
    .map(([option, value]) => ({ option, value }));
  return exports.length > 0 ? { exports } : {};
}

/** Options with distinct values; what stands for nothing is no option. */
export function optionsOf(
  source: readonly SourceOption[],
  field: SourceField,
  report: ImportReport,
): ImportedOption[] {
  if (source.length > MAX_OPTIONS) throw new NotImported('too_many_options');
  const options = new Map<string, ImportedOption>();
  for (const each of source) {
    const [value, label] = [keptLine(each.value), keptLine(each.label)];
    if ([value, label].some((text) => text.length > LONGEST_OPTION)) throw new NotImported('option_too_long');
    if (value === '') report.warn('option_empty', field, label);
    else if (options.has(value)) report.warn('option_repeated', field, value);
    else options.set(value, { value, label: label || value });
  }
  return [...options.values()];
}

/** The value names options by what is exported or, in some files, by what is shown. */
function valuesOf(
  field: SourceField,
  options: readonly ImportedOption[],
  other: boolean,
  report: ImportReport,
): string[] {
  const given = field.value.map(keptLine).filter((value) => value !== '');
  return given.flatMap((value) => {
    const found =
      options.find((each) => each.value === value) ?? options.find((each) => each.label === value);
    if (found) return [found.value];
    if (other && value.length <= LONGEST_OPTION) return [value];
    report.warn('value_not_in_options', field, value);
    return [];
  });
}

/**
 * A list of which several lines can be chosen becomes a box for each line.
 * @throws NotImported if the lines are too low
 */
function rowsOf(place: ImportedPlace, options: readonly ImportedOption[]): ImportedPlace[] {
  const height = place.height / options.length;
  if (height < SMALLEST_SIDE) throw new NotImported('options_do_not_fit');
  return options.map(({ value }, index) => ({
    ...place,
    y: place.y + index * height,
    height,
    option: value,
  }));
}
