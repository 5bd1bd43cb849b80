/** No more faults are collected. */
export const MAX_FAULTS = 100;
/** Characters of an unknown key in an error. */
const MAX_SHOWN_KEY = 64;

/** What may be wrong with definitions, and with values and entries (docs/forms.md). */
export const FORM_FAULT_CODES = [
  'member_missing',
  'member_unknown',
  'member_invalid',
  'form_too_large',
  'role_repeated',
  'role_unknown',
  'field_key_repeated',
  'field_kind_unknown',
  'field_options_missing',
  'option_repeated',
  'option_unknown',
  'option_without_place',
  'pattern_invalid',
  'condition_invalid',
  'condition_unknown_field',
  'condition_kind',
  'condition_refers_later',
  'condition_cycle',
  'formula_invalid',
  'formula_refers_later',
  'formula_cycle',
  'value_unknown_field',
  'value_read_only',
  'value_invalid',
  'entry_required',
  'entry_not_a_number',
  'entry_ambiguous',
  'entry_out_of_range',
  'entry_too_few',
  'entry_too_many',
  'entry_does_not_fit',
  'attachment_refused',
  'attachment_too_large',
  'formula_no_result',
  'place_outside_page',
  'value_missing',
  'value_hidden',
] as const;
export type FormFaultCode = (typeof FORM_FAULT_CODES)[number];

/** Found only in what signers enter, and said on their pages: no answer of the API has them. */
export const PAGE_FAULT_CODES = [
  'value_read_only',
  'entry_required',
  'entry_not_a_number',
  'entry_ambiguous',
  'attachment_refused',
  'attachment_too_large',
  'formula_no_result',
] as const satisfies readonly FormFaultCode[];

/** Found only in what signers enter, or by sending. */
const OF_ENTRIES: readonly FormFaultCode[] = [
  ...PAGE_FAULT_CODES,
  'value_unknown_field',
  'value_hidden',
  'value_missing',
  'entry_does_not_fit',
];

/** What may be wrong with a definition, with the document that it is for, and with the sender's values in it. */
export const DEFINITION_FAULT_CODES = FORM_FAULT_CODES.filter((code) => !OF_ENTRIES.includes(code));

/** The rule that a value breaks; most are members of a field's `validation`. */
export type ValueRule =
  | 'kind'
  | 'digits'
  | 'decimals'
  | 'step'
  | 'min'
  | 'max'
  | 'exactly'
  | 'maxLength'
  | 'cells'
  | 'format'
  | 'pattern'
  | 'option';

/** What is wrong with a value, for a field that is named elsewhere. */
export interface ValueFault {
  code: FormFaultCode;
  /** Continues a sentence that begins with the field, and does not quote the value, which may be personal. */
  problem: string;
  rule?: ValueRule;
  /** What the rule demands, such as the least number. */
  limit?: string;
  /** The canonical values between which the reader has to decide. */
  readings?: readonly string[];
}

export interface FormFault extends Omit<ValueFault, 'problem'> {
  /** Of the field, if it is known. */
  key?: string;
  /** Where it is in what was read: `fields[3].validation.min`, `values.rent`; empty for the whole. */
  path: string;
  /** A sentence in English. */
  message: string;
}

/** A fault as answers name it, without the values that it is about. */
export const toDetail = ({ path, message, code, rule, limit }: FormFault) => ({
  ...{ field: path, message, code },
  ...(rule !== undefined && { rule }),
  ...(limit !== undefined && { limit }),
});

export class Faults {
  readonly all: FormFault[] = [];

  get isFull(): boolean {
    return this.all.length >= MAX_FAULTS;
  }

  add(fault: FormFault): void {
    if (!this.isFull) this.all.push(fault);
  }

  /** Adds that a value belongs to no field. @param name - of the values in which it is */
  addUnknown(name: 'values' | 'entries', key: string): void {
    const path = `${name}.${key.slice(0, MAX_SHOWN_KEY)}`;
    this.add({ code: 'value_unknown_field', path, message: `${path} belongs to no field of the form` });
  }

  /** Adds what is wrong with a value. */
  addValue(path: string, key: string, { problem, ...fault }: ValueFault): void {
    this.add({ ...fault, key, path, message: `${path} ${problem}` });
  }
}
