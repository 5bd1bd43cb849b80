import { AppError } from '../../common/errors.js';
import { type FormRow, rowPath } from './form-rows.js';

/** A refusal of a form in terms of the rows that it was made of. */
export function inRows({ statusCode, message, code, details }: AppError, rows: readonly FormRow[]): AppError {
  const told = details?.map((detail) => {
    const field = rowPath(rows, detail.field);
    return { ...detail, field, message: detail.message.replace(detail.field, field) };
  });
  const places = /fields\[\d+\](?:\.places\[\d+\])?/g;
  return new AppError(
    statusCode,
    message.replace(places, (path) => rowPath(rows, path)),
    code,
    told,
  );
}

/** Refusals of fields without details. */
const ABOUT_FIELDS: ReadonlySet<string | undefined> = new Set([
  'fields_overlap',
  'document_signed_no_fields',
  'document_signed_redrawn',
  'form_already_set',
]);

export const isAboutFields = (error: unknown): error is AppError =>
  error instanceof AppError && (error.details !== undefined || ABOUT_FIELDS.has(error.code));
