import { scriptName } from '../../pdf/script-names.js';
import { type TemplateRenderer } from '../../platform/templates/template-renderer.service.js';
import { type FieldProblem } from '../domain/sign-form.js';

export interface ProblemModel {
  errors: { field: string; text: string }[];
  fieldErrors: Record<string, string>;
}

/** The problems of a form, as a list for its top and by field. */
export function problemModel(
  templates: TemplateRenderer,
  locale: string,
  problems: FieldProblem[],
): ProblemModel {
  const errors = problems.map(({ field, problem, label, kind, script }) => ({
    field,
    text: templates.text(`signing.problems.${problem}`, locale, {
      label: label || (kind && templates.text(`signing.entries.${kind}`, locale)),
      script: script && scriptName(script, locale),
    }),
  }));
  return { errors, fieldErrors: Object.fromEntries(errors.map(({ field, text }) => [field, text])) };
}
