import { decidedFields } from '../../../forms/decided-fields.js';
import { evaluateForm } from '../../../forms/evaluate-form.js';
import { isEmptyValue } from '../../../forms/form-definition.js';
import { type FormFault } from '../../../forms/form-fault.js';
import { type Form } from '../../../forms/read-form.js';

/** The keys of fields that stay hidden: nothing that signers fill in decides about their conditions. */
function neverShown(form: Form, today: string): ReadonlySet<string> {
  const decided = decidedFields(form);
  const { fields } = evaluateForm(form, {}, { today, locale: 'en' });
  return new Set(fields.flatMap(({ key, isShown }) => (decided.has(key) && !isShown ? [key] : [])));
}

/** The sender's values that can never be seen. */
export function hiddenValues(form: Form, today: string): FormFault[] {
  const hidden = neverShown(form, today);
  return form.definition.fields.flatMap(({ key, ...field }): FormFault[] => {
    const hasValue = 'value' in field && !isEmptyValue(field.value ?? null);
    if (!hasValue || !hidden.has(key)) return [];
    const path = `values.${key}`;
    const message = `${path} is never seen: the values of the sender hide the field`;
    return [{ code: 'value_hidden', key, path, message }];
  });
}

/** What the sender has to fill in before sending, because nobody else can. */
export function missingValues(form: Form, today: string): FormFault[] {
  const hidden = neverShown(form, today);
  return form.definition.fields.flatMap((field): FormFault[] => {
    if (!('readOnly' in field) || !field.readOnly || !field.required || hidden.has(field.key)) return [];
    if (!isEmptyValue(field.value ?? null)) return [];
    const path = `values.${field.key}`;
    const message = `${path} is required, and the field is read-only`;
    return [{ code: 'value_missing', key: field.key, path, message }];
  });
}
