import { type Condition, type FormDefinition, isEmptyValue } from '../../../forms/form-definition.js';
import { type FormFault } from '../../../forms/form-fault.js';
import { evaluateForm } from '../../../forms/evaluate-form.js';
import { type Form } from '../../../forms/read-form.js';

/** The sender's values that can never be seen: nothing that signers fill in decides about the condition. */
export function hiddenValues(form: Form, today: string): FormFault[] {
  const { fields } = form.definition;
  const isFixed = new Map(fields.map((field) => [field.key, 'readOnly' in field && field.readOnly]));
  const { fields: results } = evaluateForm(form, {}, { today, locale: 'en' });
  return fields.flatMap(({ key, showIf, ...field }, at): FormFault[] => {
    const hasValue = 'value' in field && !isEmptyValue(field.value ?? null);
    if (!hasValue || !showIf || results[at]!.isShown) return [];
    if (!fieldsOf(showIf).every((used) => isFixed.get(used))) return [];
    const path = `values.${key}`;
    const message = `${path} is never seen: the values of the sender hide the field`;
    return [{ code: 'value_hidden', key, path, message }];
  });
}

/** What the sender has to fill in before sending, because nobody else can. */
export function missingValues({ fields }: FormDefinition): FormFault[] {
  return fields.flatMap((field): FormFault[] => {
    if (!('readOnly' in field) || !field.readOnly || !field.required) return [];
    if (!isEmptyValue(field.value ?? null)) return [];
    const path = `values.${field.key}`;
    const message = `${path} is required, and the field is read-only`;
    return [{ code: 'value_missing', key: field.key, path, message }];
  });
}

/** The keys that a condition refers to. */
function fieldsOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsOf);
  if ('any' in condition) return condition.any.flatMap(fieldsOf);
  if ('not' in condition) return fieldsOf(condition.not);
  return [condition.field];
}
