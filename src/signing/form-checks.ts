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
import {
  filledForm,
  formProblems,
  type FormReader,
  formReader,
  type FormVisit,
  laterFormulas,
  nameOfField,
} from './domain/signer-form.js';
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
   * @throws AppError 429 or 503 if they cannot be measured now
   */
  async problems(
    visit: FormVisit,
    context: SigningContext,
    posted: PostedFields | null,
  ): Promise<FieldProblem[]> {
    const filled = filledForm(visit, context, posted);
    if (filled === null) return [];
    const missingScript = (text: string) => this.fonts.missingScript(text);
    const reader = formReader(visit, context, posted);
    const found = formProblems(filled, reader, missingScript);
    return found.length > 0 ? found : this.excesses(filled, reader, context);
  }

  /** The fields whose values do not fit into their places, or leave somebody later with a result that does not. */
  private async excesses(
    filled: FilledForm,
    reader: FormReader,
    { signature }: SigningContext,
  ): Promise<FieldProblem[]> {
    const locale = signature.locale ?? DEFAULT_LOCALE;
    const own = ownFields(filled).filter(isEntryWritten);
    const later = laterFormulas(filled, reader);
    const measured = [
      ...own.map((field) => [field, filled.resultOf(field.key).value] as const),
      ...later.map(({ field, result }) => [field, result.value] as const),
    ];
    const excesses = await this.measures.excesses(signature.organizationId, measured, locale);
    const unmendable = later.filter(({ field }) => excesses.has(field.key));
    return own.flatMap((field) => {
      const count = excesses.get(field.key);
      if (count !== undefined) return [excessOf(field, count)];
      const left = unmendable.find(({ from }) => from.includes(field.key))?.field;
      return left ? [laterExcessOf(field, left, excesses.get(left.key)!)] : [];
    });
  }
}

/** The form's own texts are the sender's, who had them tried. */
const isEntryWritten = ({ kind }: FormField) => kind !== 'label' && kind !== 'stamp';

const named = ({ key, label, kind }: FormField) => ({
  field: entryControl(key),
  label: plainLine(label),
  formKind: kind,
});

const excessOf = (field: FormField, count: number): FieldProblem => ({
  ...named(field),
  problem: 'form.fit',
  values: { count },
});

/** @param later - the formula whose result has so many characters too many */
const laterExcessOf = (field: FormField, later: FormField, count: number): FieldProblem => ({
  ...named(field),
  problem: 'form.no_later_room',
  values: { count, result: nameOfField(later) },
});
