import { AppError } from '../../common/errors.js';
import { Answer } from '../../platform/pages/page.js';
import { type Saving } from '../../signatures/send-plans.js';
import { type Fields, textOf } from './form-fields.js';

/** Whether the page saves automatically while somebody types, and wants no page for an answer. */
export const isQuiet = ({ quiet }: Fields) => quiet !== undefined;

/** A form without a version replaces any: one of an older page, or of somebody who decided so. */
export const savingOf = (fields: Fields): Saving => ({
  version: textOf(fields.version) || undefined,
  isQuiet: isQuiet(fields),
});

/** The answer for the page's script; refusals in their own status, such as 409 for a draft that was changed elsewhere. */
export async function answerQuietly(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Answer({ code: error.code ?? null }, error.statusCode);
  }
}
