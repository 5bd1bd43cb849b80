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

/** The problems of a form, as a list for its top, and by field. */
export function problemModel(
  templates: TemplateRenderer,
  locale: string,
  problems: FieldProblem[],
): ProblemModel {
  const told = problems.map(({ field, problem, label: own, kind, script }) => {
    const key = kind ? `signing.entries.${kind}` : FIELD_LABELS[field];
    const label = own || (key && templates.text(key, locale));
    const values = { label, script: script && scriptName(script, locale) };
    const reason = script === SYMBOLS ? 'symbols_missing' : problem;
    const text = templates.text(`signing.problems.${reason}`, locale, values);
    return { field, text, above: NAMELESS.includes(problem) ? `${label}: ${text}` : text };
  });
  return {
    errors: told.map(({ field, above }) => ({ field, text: above })),
    fieldErrors: Object.fromEntries(told.map(({ field, text }) => [field, text])),
  };
}
