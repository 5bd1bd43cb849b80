import { Injectable } from '@nestjs/common';
import { plainLine } from '../common/plain-line.js';
import { type FormField } from '../forms/form-definition.js';
import { TextFonts } from '../pdf/text-fonts.js';
import { DEFAULT_LOCALE } from '../platform/templates/locales.js';
import { FormMeasures } from '../signatures/form/form-measures.js';
import { type FilledForm, ownFields } from './domain/filled-form.js';
import { entryControl } from './domain/form-entries.js';
import { type PostedFields } from './domain/posted-fields.js';
import { type FieldProblem } from './domain/sign-form.js';
import { filledForm, formProblems, formReader, type FormVisit } from './domain/signer-form.js';
import { type SigningContext } from './domain/signing-context.js';

/** Checks the entries of a request's form, including whether they can be drawn. */
@Injectable()
export class FormChecks {
  constructor(
    private readonly fonts: TextFonts,
    private readonly measures: FormMeasures,
  ) {}

  /**
   * What is wrong, in the order of the form; nothing for a request without one.
   * @throws ChildTaskError, or AppError 429 or 503 for too many tasks
   */
  async problems(
    visit: FormVisit,
    context: SigningContext,
    posted: PostedFields | null,
  ): Promise<FieldProblem[]> {
    const filled = filledForm(visit, context, posted);
    if (filled === null) return [];
    const missingScript = (text: string) => this.fonts.missingScript(text);
    const found = formProblems(filled, formReader(visit, context, posted), missingScript);
    return found.length > 0 ? found : this.excesses(filled, context);
  }

  /** The fields whose values do not fit into their places. */
  private async excesses(filled: FilledForm, { signature }: SigningContext): Promise<FieldProblem[]> {
    const locale = signature.locale ?? DEFAULT_LOCALE;
    const own = ownFields(filled).filter(isEntryWritten);
    const measured = own.map((field) => [field, filled.resultOf(field.key).value] as const);
    const excesses = await this.measures.excesses(signature.organizationId, measured, locale);
    return own.flatMap((field) => {
      const count = excesses.get(field.key);
      return count === undefined ? [] : [excessOf(field, count)];
    });
  }
}

/** The form's own texts are the sender's, who had them tried. */
const isEntryWritten = ({ kind }: FormField) => kind !== 'label' && kind !== 'stamp';

function excessOf({ key, label, kind }: FormField, count: number): FieldProblem {
  const named = { field: entryControl(key), label: plainLine(label), formKind: kind };
  return { ...named, problem: 'form.fit', values: { count } };
}
