import { MAX_ALL_OPTIONS, MAX_FIELDS, MAX_PLACES } from '../forms/form-definition.js';
import { type ShownBox } from './document-field.js';
import { type AcceptedDocument, type RefusedDocument } from './document-inspection.js';

/** Characters of the name that a field has in the PDF; one with more is not imported. */
export const LONGEST_PDF_NAME = 1_000;

const FORM_REFUSALS = {
  form_signed:
    'The form is signed or certified, and turning its fields into fields to fill in would break that. Upload it as it was before it was signed.',
  form_xfa_dynamic:
    'The PDF is a dynamic XFA form: its pages and fields are not in the file but are made by the few programs that support such forms. Upload an ordinary PDF form.',
  form_too_large: `The form has more than ${MAX_FIELDS} fields, ${MAX_PLACES} places or ${MAX_ALL_OPTIONS} options, or its fields are nested too deeply. Upload its parts one by one.`,
  form_has_no_fields: 'The document has no form fields.',
};

/** Why a form cannot be imported, beside what makes any document unreadable. */
export type FormRefusalCode = keyof typeof FORM_REFUSALS;
export const FORM_REFUSAL_CODES = Object.keys(FORM_REFUSALS) as FormRefusalCode[];

/** `message` says what is wrong and what to do, in a sentence or two. */
export interface RefusedForm {
  ok: false;
  code: FormRefusalCode;
  message: string;
}

/** Thrown while a form is read. */
export class FormRefusal extends Error {
  constructor(readonly code: FormRefusalCode) {
    super(FORM_REFUSALS[code]);
  }
}

export const refusedForm = (code: FormRefusalCode): RefusedForm => ({
  ok: false,
  code,
  message: FORM_REFUSALS[code],
});

/** Kinds that a form's own fields become; a `formula` is proposed from a recognized calculation. */
export const IMPORTED_KINDS = [
  'text',
  'number',
  'chosen_date',
  'checkbox',
  'checkboxes',
  'radio',
  'choice',
  'signature',
  'formula',
] as const;
export type ImportedKind = (typeof IMPORTED_KINDS)[number];

/** Why a field of the source is left out. */
export const NOT_IMPORTED_REASONS = [
  'push_button',
  'password',
  'file_select',
  'barcode',
  'unknown_type',
  'hidden',
  'no_place',
  'covered',
  'no_options',
  'too_many_options',
  'option_too_long',
  'options_do_not_fit',
  'name_too_long',
  'value_unreadable',
] as const;
export type NotImportedReason = (typeof NOT_IMPORTED_REASONS)[number];

/** What an imported field lacks of its source. */
export const IMPORT_WARNINGS = [
  'value_not_in_options',
  'value_not_a_number',
  'value_not_a_date',
  'value_too_long',
  'format_not_kept',
  'script_not_recognized',
  'calculation_not_recognized',
  'calculation_operand_unknown',
  'calculation_circular',
  'percent_in_hundredths',
  'cells_not_kept',
  'rich_text_as_plain',
  'option_empty',
  'option_repeated',
  'option_without_place',
  'place_hidden',
  'place_not_on_page',
  'place_outside_page',
  'place_clipped',
  'place_trimmed',
  'place_covered',
  'place_enlarged',
  'place_rotated',
  'parts_differ',
  'widget_in_two_fields',
  'name_of_two_kinds',
] as const;
export type ImportWarningCode = (typeof IMPORT_WARNINGS)[number];

export interface ImportWarning {
  code: ImportWarningCode;
  /** The field's full name in the source. */
  name: string;
  /** The value, script function, option or degrees that it is about, cut if it is long. */
  detail?: string;
}

/** A box on a page as it is shown, in points from the upper left corner. */
export interface ImportedPlace extends ShownBox {
  /** From 1. */
  page: number;
  /** Of a field with one place for each option: the option that is marked here. */
  option?: string;
}

export interface ImportedOption {
  value: string;
  label: string;
}

export interface ImportedRules {
  lines?: 1 | 'many';
  /** In Unicode code points; not of a comb, whose cells say it. */
  maxLength?: number;
  cells?: number;
  /** Canonical decimals. */
  min?: string;
  max?: string;
  decimals?: number;
  unit?: string;
}

/**
 * A field as a definition has it, but for the person who fills it in and the document that its places are in. Members
 * that the kind does not have are left out.
 */
export interface ImportedDefinition {
  /** Unique, of up to 64 lower-case letters, digits and underscores. */
  key: string;
  kind: ImportedKind;
  label: string;
  help: string;
  places: ImportedPlace[];
  required?: boolean;
  readOnly?: boolean;
  /** Canonical; of a field that is not read-only, a suggestion. */
  value?: string | boolean | string[];
  options?: ImportedOption[];
  other?: boolean;
  formula?: string;
  validation?: ImportedRules;
}

/** What a place or an option of a field is called in the PDF's data. */
export interface PdfExport {
  /** The option of the definition; not of a checkbox, which has none. */
  option?: string;
  /** Of a button, the name of the state that ticks it (ISO 32000-2 §12.7.5.2.3), if it can be read. */
  state?: string;
  /** What stands for it in exported data, if that is not the state of the button, or the option of a choice. */
  value?: string;
}

/** What the PDF says of an imported field beside its name, and a definition has no member for. */
export interface PdfFacts {
  /** The name for exported data (`TM`), if the source has one. */
  mappingName?: string;
  /** The words for people (`TU`), if the source has any. */
  alternateName?: string;
  /**
   * Of buttons, and of options that the definition spells in another way. If the places of one option have different
   * states, each has an entry, in their order.
   */
  exports?: PdfExport[];
}

export interface ImportedField extends PdfFacts {
  /** The full name in the source (ISO 32000-2 §12.7.4.2); empty for a field without one. */
  pdfName: string;
  /** What a ticked checkbox stands for in the source's data. */
  exportValue?: string;
  /** The pattern of a date in the source, such as `mm/dd/yyyy`. */
  datePattern?: string;
  /** How the source sets texts. */
  alignment?: 'center' | 'right';
  /** In points; 0 fits the box. */
  fontSize?: number;
  field: ImportedDefinition;
}

/** A calculation that was recognized in the text of a script, never run, and is proposed as a formula. */
export interface FoundCalculation {
  name: string;
  key: string;
  /** As the source calls it: the sum, average, product, least or greatest of its operands. */
  function: 'SUM' | 'AVG' | 'PRD' | 'MIN' | 'MAX';
  /** Keys of the operands. */
  operands: string[];
  formula: string;
}

/** Every field of the source is in exactly one of `imported` and `notImported`. */
export interface FormImport {
  ok: true;
  imported: ImportedField[];
  notImported: { name: string; reason: NotImportedReason }[];
  /** What does not become part of the presented file: numbers of scripts and of actions, and whether there was XFA. */
  removed: { scripts: number; actions: number; xfa: boolean };
  calculations: FoundCalculation[];
  warnings: ImportWarning[];
}

export type FormReading = FormImport | RefusedForm | RefusedDocument;

/** An imported form: the document without it, accepted like any upload, and what its fields become. */
export interface ImportedForm {
  ok: true;
  document: AcceptedDocument;
  report: FormImport;
}
