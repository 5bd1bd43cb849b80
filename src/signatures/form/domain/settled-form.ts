import { evaluateForm, type FieldResult } from '../../../forms/evaluate-form.js';
import {
  type FormDefinition,
  type FormField,
  type FormValue,
  takesFiles,
} from '../../../forms/form-definition.js';
import { readForm } from '../../../forms/read-form.js';

/** No rule of a value counts here: those are checked on the day on which somebody signs. */
const ANY_DAY = '2000-01-01';

/** What a form holds once some have signed. */
export interface SettledForm {
  definition: FormDefinition;
  results: ReadonlyMap<string, FieldResult>;
}

/**
 * Evaluates a form anew from what was kept.
 * @param definition - with the sender's values
 * @param values - of those who have signed
 * @param signed - their roles; what they left empty is empty, and no longer what the sender suggested
 * @throws Error if the stored definition cannot be read
 */
export function settleForm(
  definition: FormDefinition,
  values: ReadonlyMap<string, FormValue>,
  signed: ReadonlySet<string>,
): SettledForm {
  const { form, faults } = readForm(definition);
  if (!form) throw new Error(`a form that was kept cannot be read: ${faults[0]?.message}`);
  const emptied = form.definition.fields.filter((field) => isEntered(field) && signed.has(field.role ?? ''));
  const filled: Record<string, FormValue | null> = {
    ...Object.fromEntries(emptied.map(({ key }) => [key, null])),
    ...Object.fromEntries(values),
  };
  const { fields } = evaluateForm(form, { values: filled }, { today: ANY_DAY, locale: 'en' });
  return { definition: form.definition, results: new Map(fields.map((result) => [result.key, result])) };
}

const isEntered = (field: FormField) =>
  'readOnly' in field ? !field.readOnly : field.kind === 'initials' || takesFiles(field);

/** What a role leaves in the form: the values of its shown fields, and the keys of the hidden ones. */
export function leftBy(
  { definition, results }: SettledForm,
  role: string | undefined,
): { values: Map<string, FormValue>; hidden: string[] } {
  const own = definition.fields.filter((field) => role !== undefined && field.role === role);
  const values = own.flatMap(({ key }): [string, FormValue][] => {
    const value = results.get(key)!.value;
    return value === null ? [] : [[key, value]];
  });
  return {
    values: new Map(values),
    hidden: own.filter(({ key }) => !results.get(key)!.isShown).map(({ key }) => key),
  };
}
