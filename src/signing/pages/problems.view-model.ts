import { type FormKind } from '../../forms/form-definition.js';
import { scriptName, SYMBOLS } from '../../pdf/script-names.js';
import { type TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { type FieldProblem } from '../domain/sign-form.js';

export interface ProblemModel {
  errors: { field: string; text: string }[];
  fieldErrors: Record<string, string>;
}

/** Problems whose text does not name the field. */
const NAMELESS: readonly string[] = ['script_missing', 'too_long'];
/** Labels of the forms' own fields. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'signing.consent.name',
  witness: 'signing.consent.witness',
  typed: 'signing.mark.typedLabel',
  person: 'signing.handOver.person',
  email: 'signing.handOver.email',
  reason: 'signing.handOver.reason',
};

/** The key of the name of a form's field to which the sender gave none. */
export const unnamedText = (kind: FormKind) => `signing.form.kinds.${kind}`;

const OF_FORM = 'form.';
const textKeyOf = (problem: string) =>
  problem.startsWith(OF_FORM)
    ? `signing.form.problems.${problem.slice(OF_FORM.length)}`
    : `signing.problems.${problem}`;

/** The problems of a form, as a list for its top, and by field. */
export function problemModel(
  templates: TemplateRenderer,
  locale: string,
  problems: FieldProblem[],
): ProblemModel {
  const told = problems.map(({ field, problem, label: own, kind, formKind, script, values: given }) => {
    const key = kind ? `signing.entries.${kind}` : formKind ? unnamedText(formKind) : FIELD_LABELS[field];
    const label = own || (key && templates.text(key, locale));
    const values = { ...given, label, script: script && scriptName(script, locale) };
    const reason = script === SYMBOLS ? 'symbols_missing' : problem;
    const text = templates.text(textKeyOf(reason), locale, values);
    return { field, text, above: formKind || NAMELESS.includes(problem) ? `${label}: ${text}` : text };
  });
  return {
    errors: told.map(({ field, above }) => ({ field, text: above })),
    fieldErrors: Object.fromEntries(told.map(({ field, text }) => [field, text])),
  };
}
