import { Injectable } from '@nestjs/common';
import { plainLine } from '../common/plain-line.js';
import { type FormField, type FormKind } from '../forms/form-definition.js';
import { NO_ORIGIN } from '../pdf/form-origin.js';
import { PdfService } from '../pdf/pdf.service.js';
import { type StampPlace } from '../pdf/signature-stamp.js';
import { TextFonts } from '../pdf/text-fonts.js';
import { DEFAULT_LOCALE } from '../platform/templates/locales.js';
import { drawPlace } from '../signatures/form/domain/drawn-form.js';
import { type FilledForm, ownFields } from './domain/filled-form.js';
import { entryControl } from './domain/form-entries.js';
import { type PostedFields } from './domain/posted-fields.js';
import { type FieldProblem } from './domain/sign-form.js';
import { filledForm, formProblems, formReader, type FormVisit } from './domain/signer-form.js';
import { type SigningContext } from './domain/signing-context.js';

/** Kinds whose values may be too long for their places. */
const WRITTEN: readonly FormKind[] = ['text', 'number', 'chosen_date', 'choice', 'formula'];

/** Checks the entries of a request's form, including whether they can be drawn. */
@Injectable()
export class FormChecks {
  constructor(
    private readonly fonts: TextFonts,
    private readonly pdf: PdfService,
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
    const written = ownFields(filled).filter(
      ({ key, kind }) => WRITTEN.includes(kind) && filled.resultOf(key).value !== null,
    );
    const places = written.flatMap((field) =>
      placesOf(field, filled, locale).map((place) => ({ field, place })),
    );
    if (places.length === 0) return [];
    const owner = { tenant: signature.organizationId };
    const excess = await this.pdf.measureEntries(
      places.map(({ place }) => place),
      owner,
    );
    return written.flatMap((field) => {
      const count = Math.max(0, ...places.map((each, index) => (each.field === field ? excess[index]! : 0)));
      return count === 0 ? [] : [excessOf(field, count)];
    });
  }
}

function excessOf({ key, label, kind }: FormField, count: number): FieldProblem {
  const named = { field: entryControl(key), label: plainLine(label), formKind: kind };
  return { ...named, problem: 'form.fit', values: { count } };
}

function placesOf(field: FormField, { resultOf }: FilledForm, locale: string): StampPlace[] {
  const { key } = field;
  const fields = new Map([[key, { field, result: resultOf(key) }]]);
  const form = { fields, origin: NO_ORIGIN, pictures: new Map<string, Uint8Array>() };
  return field.places.map(({ page, x, y, width, height, option = null }) => {
    const drawn = drawPlace(form, { fieldKey: key, option, nth: 0 }, locale);
    return {
      ...{ kind: field.kind as StampPlace['kind'], page, x, y, width, height },
      ...{ signer: 0, tagBox: null, value: drawn?.value ?? '', form: drawn?.mark ?? null },
    };
  });
}
