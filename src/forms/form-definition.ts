/** The parts of a form: who fills in what, where it is drawn, and when it is shown (docs/forms.md). */

export const FORM_KINDS = [
  'signature',
  'initials',
  'date',
  'name',
  'text',
  'checkbox',
  'number',
  'chosen_date',
  'choice',
  'radio',
  'checkboxes',
  'image',
  'stamp',
  'attachment',
  'label',
  'formula',
] as const;
export type FormKind = (typeof FORM_KINDS)[number];

export const MAX_FIELDS = 1_000;
export const MAX_PLACES = 3_000;
export const MAX_OPTIONS = 500;
/** Of a whole form. */
export const MAX_ALL_OPTIONS = 10_000;
export const MAX_ROLES = 100;
export const MAX_FILES = 10;

/** A form as its sender defines it, in its normal form: defaults are written out, and what is not given is left out. */
export interface FormDefinition {
  roles: readonly FormRole[];
  fields: readonly FormField[];
}

/** Someone who fills in fields. Those of a lower order act earlier, those of the same at the same time. */
export interface FormRole {
  key: string;
  order: number;
}

/** A box on a page, in points from the upper left corner of the page as it is shown. */
export interface FieldPlace {
  /** Number of the document, from 1. */
  document: number;
  /** From 1. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The option that is marked here. */
  option?: string;
}

export interface FieldOption {
  value: string;
  label: string;
}

export type TextFormat = 'email' | 'phone' | 'iban' | 'url' | `postal_code:${string}`;

export interface TextRules {
  lines: 1 | 'many';
  /** In characters, which are Unicode code points. */
  maxLength: number;
  /** Number of cells of a comb, one character each. */
  cells?: number;
  format?: TextFormat;
  /** RE2 syntax; the whole text must match. */
  pattern?: string;
}

/** How a number is shown. */
export interface NumberLook {
  decimals?: number;
  unit?: string;
  /** ISO 4217. */
  currency?: string;
}

/** All numbers are canonical decimals. */
export interface NumberRules extends NumberLook {
  min?: string;
  max?: string;
  /** Counted from `min`, or from 0. */
  step?: string;
}

/** Days `YYYY-MM-DD`, or days from the reader's: `today`, `today+14`, `today-1`. */
export interface DayRules {
  min?: string;
  max?: string;
}

/** How many options are to be ticked. */
export interface GroupRules {
  min?: number;
  max?: number;
  exactly?: number;
}

/** How many files are to be attached. */
export interface FileRules {
  min: number;
  max: number;
}

/** A file of a signer, which is kept elsewhere. */
export interface FileReference {
  /** SHA-256 in lower-case hex. */
  sha256: string;
  bytes: number;
  /** Media type. */
  type: string;
  name?: string;
}

/** What a field holds, in the one spelling that is kept, compared and hashed. Null stands for nothing. */
export type FormValue = string | boolean | readonly string[] | FileReference | readonly FileReference[];

export type Condition =
  { all: readonly Condition[] } | { any: readonly Condition[] } | { not: Condition } | Comparison;

export const COMPARISONS = [
  'is',
  'isNot',
  'in',
  'isEmpty',
  'notEmpty',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'includes',
] as const;
export type ComparisonName = (typeof COMPARISONS)[number];

/** A field's key and one comparison. */
export type Comparison = { field: string } & { [Name in ComparisonName]?: FormValue };

interface AnyField<Kind extends FormKind> {
  key: string;
  kind: Kind;
  /** Key of the role that fills the field in, or before whose signature it is decided. Only a label may have none. */
  role?: string;
  label: string;
  help: string;
  showIf?: Condition;
  places: readonly FieldPlace[];
}

/** A field that somebody fills in. */
interface EntryField<Kind extends FormKind, Value extends FormValue> extends AnyField<Kind> {
  required: boolean;
  /** Filled in by the sender for good. */
  readOnly: boolean;
  /** Of a field that is not read-only, a suggestion. */
  value?: Value;
}

/** Its content follows from who signs, and when. */
export type DeterminedField = AnyField<'signature' | 'date' | 'name'>;
export type InitialsField = AnyField<'initials'> & { required: boolean };
export type TextField = EntryField<'text', string> & { validation: TextRules };
export type NumberField = EntryField<'number', string> & { validation: NumberRules };
export type DayField = EntryField<'chosen_date', string> & { validation: DayRules };
export type CheckboxField = EntryField<'checkbox', boolean>;
export type ChoiceField = EntryField<'choice', string> & {
  options: readonly FieldOption[];
  /** Whether any other text can be entered as well. */
  other: boolean;
};
export type RadioField = EntryField<'radio', string> & { options: readonly FieldOption[] };
export type GroupField = EntryField<'checkboxes', readonly string[]> & {
  options: readonly FieldOption[];
  validation: GroupRules;
};
export type ImageField = AnyField<'image'> & { required: boolean };
export type StampField = AnyField<'stamp'> & { required: boolean; lines: readonly string[] };
export type AttachmentField = AnyField<'attachment'> & { required: boolean; validation: FileRules };
export type LabelField = AnyField<'label'> & { text: string };
export type FormulaField = AnyField<'formula'> & {
  required: boolean;
  formula: string;
  validation: NumberLook;
};

export type FormField =
  | DeterminedField
  | InitialsField
  | TextField
  | NumberField
  | DayField
  | CheckboxField
  | ChoiceField
  | RadioField
  | GroupField
  | ImageField
  | StampField
  | AttachmentField
  | LabelField
  | FormulaField;

/** A field into which its signer gives one file or several. */
export type FileField = ImageField | StampField | AttachmentField;

export const takesFiles = (field: FormField): field is FileField =>
  field.kind === 'image' || field.kind === 'stamp' || field.kind === 'attachment';

/** How many files the field takes at most. */
export const mostFiles = (field: FileField): number =>
  field.kind === 'attachment' ? field.validation.max : 1;

/** The files that a value refers to; none for a value of another kind. */
export const filesIn = (value: FormValue | null): readonly FileReference[] =>
  value === null ? [] : [value].flat().filter((each): each is FileReference => typeof each === 'object');

/** Whether a field's value counts as none: nothing, an unticked checkbox, or no option or file at all. */
export const isEmptyValue = (value: FormValue | null): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** The field with this value of the sender, or without any. */
export function withValue(field: FormField, value: FormValue | null): FormField {
  if (value === null && !('value' in field)) return field;
  const members = Object.entries({ ...field, value }).filter(([name]) => name !== 'value' || value !== null);
  return Object.fromEntries(members) as unknown as FormField;
}
