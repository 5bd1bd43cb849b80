import { checkValue } from './check-value.js';
import { type FormField, withValue } from './form-definition.js';
import { Faults } from './form-fault.js';
import { type Form, type FormReading } from './read-form.js';
import { readValue } from './read-value.js';

/**
 * Puts values of the sender into a form: suggestions, or for good where a field is read-only. Every value must belong to a
 * field and fit its rules.
 * @param values - by key, as in the API
 * @param today - the sender's day as `YYYY-MM-DD`
 * @returns the form with the values, or everything that is wrong with them, up to MAX_FAULTS
 */
export function prefillForm(
  form: Form,
  values: Readonly<Record<string, unknown>>,
  today: string,
): FormReading {
  const faults = new Faults();
  const known = new Map(form.definition.fields.map((field) => [field.key, field]));
  const filled = new Map<string, FormField>();
  for (const [key, json] of Object.entries(values)) {
    const field = known.get(key);
    if (field) filled.set(key, prefilled(form, field, json, today, faults));
    else faults.addUnknown('values', key);
  }
  if (faults.all.length > 0) return { form: null, faults: faults.all };
  const replaced = (field: FormField) => filled.get(field.key) ?? field;
  const definition = { ...form.definition, fields: form.definition.fields.map(replaced) };
  const steps = form.steps.map((step) => ({ ...step, field: replaced(step.field) }));
  return { form: { ...form, definition, steps }, faults: null };
}

function prefilled(form: Form, field: FormField, json: unknown, today: string, faults: Faults): FormField {
  const path = `values.${field.key}`;
  if (!('readOnly' in field)) {
    faults.addValue(path, field.key, {
      code: 'value_invalid',
      rule: 'kind',
      problem: `takes no value from the sender, because its kind is '${field.kind}'`,
    });
    return field;
  }
  const { value, fault } = readValue(field, json);
  const found = fault ? [fault] : checkValue(field, value, { today, patterns: form.patterns });
  for (const each of found) faults.addValue(path, field.key, each);
  return withValue(field, value);
}
