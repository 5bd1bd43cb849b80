import { checkValue } from './check-value.js';
import { type FormField, type FormulaField, type FormValue, isEmptyValue } from './form-definition.js';
import { Faults, type FormFault, type ValueFault } from './form-fault.js';
import { computeFormula, NoResult } from './formulas/compute-formula.js';
import { type Formula } from './formulas/parse-formula.js';
import { type Decimal, decimalText, MAX_DIGITS, roundTo, toDecimal } from './numbers/decimal.js';
import { decimalOfJson } from './numbers/json-number.js';
import { type Form, type FormStep } from './read-form.js';
import { type Entry, readEntry, readValue, type ValueReading } from './read-value.js';
import { isDay } from './values/days.js';

/**
 * What was filled in, by key. A field that is in neither has been left alone, so the sender's suggestion stands; null and
 * '' mean that it was emptied.
 */
export interface Filled {
  /** Values of the API, and those that earlier signers left. */
  values?: Readonly<Record<string, unknown>>;
  /** What was typed and chosen on a page; they count more than values. */
  entries?: Readonly<Record<string, Entry>>;
}

export interface Reader {
  /** Their day as `YYYY-MM-DD`. */
  today: string;
  /** BCP 47; it decides how typed numbers are read. */
  locale: string;
  /** Whose fields are checked: those of this role, or all. Others are taken as they were left. */
  role?: string;
}

export interface FieldResult {
  key: string;
  isShown: boolean;
  /** Canonical; null if there is none, or none that can be read. A hidden field has none. */
  value: FormValue | null;
  /** Whether something was filled in that is not kept, because the field is hidden. */
  isDropped: boolean;
  faults: readonly FormFault[];
}

export interface FormResult {
  /** In the order of the definition. */
  fields: readonly FieldResult[];
  /** Of all fields, and of what belongs to none, up to MAX_FAULTS. */
  faults: readonly FormFault[];
}

/**
 * Decides which fields are shown, what they hold and what is wrong with it. It depends on nothing but its arguments, so a
 * browser and the server find the same.
 * @throws RangeError if today is no day
 */
export function evaluateForm(form: Form, filled: Filled, reader: Reader): FormResult {
  const { today } = reader;
  if (!isDay(today)) throw new RangeError(`today is '${today}', but must be YYYY-MM-DD`);
  const results = new Map<string, FieldResult>();
  const valueOf = (key: string) => results.get(key)?.value ?? null;
  const evaluation = { filled, reader, patterns: form.patterns, valueOf };
  for (const step of form.steps) results.set(step.field.key, resultOf(step, evaluation));
  const fields = form.definition.fields.map(({ key }) => results.get(key)!);
  const faults = new Faults();
  for (const name of ['values', 'entries'] as const)
    for (const key of Object.keys(filled[name] ?? {})) if (!results.has(key)) faults.addUnknown(name, key);
  for (const fault of fields.flatMap((field) => field.faults)) faults.add(fault);
  return { fields, faults: faults.all };
}

interface Evaluation {
  filled: Filled;
  reader: Reader;
  patterns: Form['patterns'];
  valueOf: (key: string) => FormValue | null;
}

function resultOf({ field, isShown, formula }: FormStep, evaluation: Evaluation): FieldResult {
  const { filled, reader, valueOf } = evaluation;
  const { key } = field;
  const given = givenOf(key, filled);
  if (isShown?.(valueOf) === false)
    return { key, isShown: false, value: null, isDropped: isFilled(given), faults: [] };
  const { value, fault } =
    field.kind === 'formula'
      ? unlessChanged(computed(field, formula!, valueOf), given)
      : readGiven(field, given, reader);
  const isChecked = reader.role === undefined || field.role === reader.role;
  const found = !isChecked ? [] : fault ? [fault] : faultsOf(field, value, evaluation);
  return {
    key,
    isShown: true,
    value,
    isDropped: false,
    faults: found.length === 0 ? [] : named(found, key, given),
  };
}

function named(found: readonly ValueFault[], key: string, given: Given | null): readonly FormFault[] {
  const faults = new Faults();
  for (const each of found) faults.addValue(given?.path ?? `values.${key}`, key, each);
  return faults.all;
}

interface Given {
  path: string;
  value: unknown;
  isEntry: boolean;
}

function givenOf(key: string, { values = {}, entries = {} }: Filled): Given | null {
  if (Object.hasOwn(entries, key)) return { path: `entries.${key}`, value: entries[key], isEntry: true };
  if (Object.hasOwn(values, key)) return { path: `values.${key}`, value: values[key], isEntry: false };
  return null;
}

const isFilled = (given: Given | null) => given !== null && !isEmptyValue(given.value as FormValue | null);

const READ_ONLY: ValueReading = {
  value: null,
  fault: { code: 'value_read_only', problem: 'cannot be changed: nobody fills the field in' },
};

/** A read-only field keeps the sender's value; pages send it back, and the API may repeat it. */
function readGiven(field: FormField, given: Given | null, { locale }: Reader): ValueReading {
  const own = ('value' in field ? field.value : undefined) ?? null;
  if (field.kind === 'checkbox' && given === null) return { value: own ?? false, fault: null };
  if (given === null) return { value: own, fault: null };
  const isReadOnly = 'readOnly' in field && field.readOnly;
  if (isReadOnly && given.isEntry) return { value: own, fault: null };
  const reading = given.isEntry
    ? readEntry(field, given.value as Entry, locale)
    : readValue(field, given.value);
  if (!isReadOnly || JSON.stringify(reading.value) === JSON.stringify(own)) return reading;
  return READ_ONLY;
}

/** The API may repeat what was computed; pages send it back. */
function unlessChanged(reading: ValueReading, given: Given | null): ValueReading {
  if (given === null || given.isEntry || (given.value ?? null) === null) return reading;
  return decimalOfJson(given.value) === reading.value ? reading : READ_ONLY;
}

/** Of a read-only field the sender's value was checked when the form was sent; later nobody could change it. */
function faultsOf(field: FormField, value: FormValue | null, { reader, patterns }: Evaluation): ValueFault[] {
  const isMissing = 'required' in field && field.required && isEmptyValue(value);
  if (isMissing) return [{ code: 'entry_required', problem: 'is required' }];
  if ('readOnly' in field && field.readOnly) return [];
  return checkValue(field, value, { today: reader.today, patterns });
}

function computed(field: FormulaField, formula: Formula, valueOf: Evaluation['valueOf']): ValueReading {
  const numberOf = (key: string): Decimal | null => {
    const value = valueOf(key);
    return value === null ? null : toDecimal(value as string);
  };
  try {
    const result = computeFormula(formula, numberOf);
    if (result === null) return { value: null, fault: null };
    const text = decimalText(roundTo(result, field.validation.decimals ?? MAX_DIGITS));
    // A longer number could not be entered either.
    if (toDecimal(text) === null) throw new NoResult('too_large');
    return { value: text, fault: null };
  } catch (error) {
    if (!(error instanceof NoResult)) throw error;
    const problem = error.reason === 'too_large' ? `has more than ${MAX_DIGITS} digits` : 'divides by zero';
    return { value: null, fault: { code: 'formula_no_result', problem: `has no result: it ${problem}` } };
  }
}
