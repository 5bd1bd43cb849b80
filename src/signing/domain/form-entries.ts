/** The controls in which a signer fills in a form, for the server and for the page's script. */
import { type FormField, takesFiles } from '../../forms/form-definition.js';
import { type Entry, readEntry } from '../../forms/read-value.js';
import { entryOf } from '../../forms/show-value.js';
import { type PostedFields, textOf } from './posted-fields.js';

/** The option of a choice that stands for any other text. */
export const OTHER = 'other';

const ENTERED: readonly FormField['kind'][] = [
  'initials',
  'text',
  'number',
  'chosen_date',
  'checkbox',
  'choice',
  'radio',
  'checkboxes',
];

/** Whether somebody types or chooses on a page what the field holds. */
export const isEntered = (field: FormField): boolean =>
  ENTERED.includes(field.kind) && !('readOnly' in field && field.readOnly);

/** Whether the field asks the signer for something. */
export const isAsked = (field: FormField): boolean => isEntered(field) || takesFiles(field);

/**
 * The name of a field's first control. Boxes that are not ticked send nothing, so for them it is a hidden one, which says
 * that they were asked. Keys have no hyphens, so the names of different fields differ. */
export const entryControl = (key: string) => `entry-${key}`;
/** Of the checkbox for an option by its position, and of a checkbox itself, which is the first. */
export const tickControl = (key: string, index: number) => `entry-${key}-${index}`;
/** Of the files to give. */
export const fileControl = (key: string) => `file-${key}`;
export const pickControl = (key: string) => `entry-${key}-pick`;
export const otherControl = (key: string) => `entry-${key}-other`;
/** Decides between the readings of an ambiguous number. */
export const readingControl = (key: string) => `entry-${key}-reading`;

/** What was entered into these fields, by key. Fields that the page did not ask for are left out. */
export function entriesOf(
  posted: PostedFields,
  fields: readonly FormField[],
  locale: string,
): Record<string, Entry> {
  const asked = fields.filter((field) => isEntered(field) && entryControl(field.key) in posted);
  return Object.fromEntries(asked.map((field) => [field.key, entryIn(posted, field, locale)]));
}

function entryIn(posted: PostedFields, field: FormField, locale: string): Entry {
  const { key, kind } = field;
  const typed = textOf(posted, entryControl(key));
  const isTicked = (index: number) => textOf(posted, tickControl(key, index)) !== '';
  if (kind === 'checkbox') return isTicked(0) ? 'yes' : '';
  if (kind === 'checkboxes')
    return field.options.filter((_option, index) => isTicked(index)).map(({ value }) => value);
  if (kind === 'radio') return optionAt(field.options, textOf(posted, pickControl(key)));
  if (kind === 'choice' && typed === OTHER && field.other) return textOf(posted, otherControl(key));
  if (kind === 'choice') return optionAt(field.options, typed);
  if (kind !== 'number') return typed;
  const reading = textOf(posted, readingControl(key));
  const isAsked = readEntry(field, typed, locale).fault?.readings?.includes(reading) ?? false;
  return isAsked ? entryOf(field, reading, locale) : typed;
}

function optionAt(options: readonly { value: string }[], position: string): string {
  return /^\d{1,3}$/.test(position) ? (options[Number(position)]?.value ?? '') : '';
}

/** The names of all controls that a field may have. */
export function controlNames(field: FormField): string[] {
  const { key, kind } = field;
  const more: Partial<Record<FormField['kind'], string>> = {
    checkbox: tickControl(key, 0),
    radio: pickControl(key),
    choice: otherControl(key),
    number: readingControl(key),
  };
  const ticks = kind === 'checkboxes' ? field.options.map((_option, index) => tickControl(key, index)) : [];
  return [entryControl(key), ...ticks, more[kind] ?? []].flat();
}
