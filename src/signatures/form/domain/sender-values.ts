import { checkValue } from '../../../forms/check-value.js';
import { decidedFields, sendersFormulas } from '../../../forms/decided-fields.js';
import { evaluateForm } from '../../../forms/evaluate-form.js';
import { isEmptyValue } from '../../../forms/form-definition.js';
import { Faults, type FormFault } from '../../../forms/form-fault.js';
import { type Form } from '../../../forms/read-form.js';

/** The keys of fields that stay hidden: nothing that signers fill in decides about their conditions. */
function neverShown(form: Form, today: string): ReadonlySet<string> {
  const decided = decidedFields(form);
  const { fields } = evaluateForm(form, {}, { today, locale: 'en' });
  return new Set(fields.flatMap(({ key, isShown }) => (decided.has(key) && !isShown ? [key] : [])));
}

/**
 * The sender's values that can never be seen.
 * @param pathOf - of the value of a field, by its key and its index
 */
export function hiddenValues(
  form: Form,
  today: string,
  pathOf: (key: string, index: number) => string = (key) => `values.${key}`,
): FormFault[] {
  const hidden = neverShown(form, today);
  return form.definition.fields.flatMap(({ key, ...field }, index): FormFault[] => {
    const hasValue = 'value' in field && !isEmptyValue(field.value ?? null);
    if (!hasValue || !hidden.has(key)) return [];
    const path = pathOf(key, index);
    const message = `${path} is never seen: the values of the sender hide the field`;
    return [{ code: 'value_hidden', key, path, message }];
  });
}

/**
 * What keeps a form from being sent: values that are missing, or that the day of sending rules out, where nobody could
 * change them.
 * @param today - `YYYY-MM-DD`
 */
export const sendersFaults = (form: Form, today: string): FormFault[] => [
  ...missingValues(form, today),
  ...outdatedValues(form, today),
  ...impossibleResults(form, today),
];

/** Values that leave a formula without a result, or without one that is required: no signer could mend that. */
export function impossibleResults(form: Form, today: string): FormFault[] {
  const formulas = sendersFormulas(form);
  if (formulas.size === 0) return [];
  const { fields } = evaluateForm(form, {}, { today, locale: 'en' });
  return fields.flatMap(({ key: formula, faults }): FormFault[] => {
    const from = formulas.get(formula);
    if (!from || faults.length === 0) return [];
    const key = from[0] ?? formula;
    const path = `values.${key}`;
    const message = `${path} leaves the formula '${formula}' without a result, which no signer can mend`;
    return [{ code: 'value_invalid', key, path, message }];
  });
}

function outdatedValues({ definition, patterns }: Form, today: string): FormFault[] {
  const faults = new Faults();
  for (const field of definition.fields) {
    if (!('readOnly' in field) || !field.readOnly) continue;
    for (const fault of checkValue(field, field.value ?? null, { today, patterns }))
      faults.addValue(`values.${field.key}`, field.key, fault);
  }
  return [...faults.all];
}

/** What the sender has to fill in before sending, because nobody else can. */
function missingValues(form: Form, today: string): FormFault[] {
  const hidden = neverShown(form, today);
  return form.definition.fields.flatMap((field): FormFault[] => {
    if (!('readOnly' in field) || !field.readOnly || !field.required || hidden.has(field.key)) return [];
    if (!isEmptyValue(field.value ?? null)) return [];
    const path = `values.${field.key}`;
    const message = `${path} is required, and the field is read-only`;
    return [{ code: 'value_missing', key: field.key, path, message }];
  });
}
