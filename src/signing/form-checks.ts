import { Injectable } from '@nestjs/common';
import { TextFonts } from '../pdf/text-fonts.js';
import { type PostedFields } from './domain/posted-fields.js';
import { type FieldProblem } from './domain/sign-form.js';
import { filledForm, formProblems, formReader, type FormVisit } from './domain/signer-form.js';
import { type SigningContext } from './domain/signing-context.js';

/** Checks the entries of a request's form, including whether this installation can draw them. */
@Injectable()
export class FormChecks {
  constructor(private readonly fonts: TextFonts) {}

  /** What is wrong, in the order of the form; nothing for a request without one. */
  problems(visit: FormVisit, context: SigningContext, posted: PostedFields | null): FieldProblem[] {
    const filled = filledForm(visit, context, posted);
    const missingScript = (text: string) => this.fonts.missingScript(text);
    return filled ? formProblems(filled, formReader(visit, context, posted), missingScript) : [];
  }
}
