import { type FieldPlacement } from './domain/field-placement.js';
import { type SendDetails } from './domain/send-details.js';
import { type DraftDetails } from './internal/signature.queries.js';

/**
 * Reads input for a request from a source other than a JSON body, such as a form, by the API's rules: the same
 * members, limits and errors.
 */
export abstract class RequestInput {
  /** @throws AppError 400 naming the problems */
  abstract draft(body: object): Promise<DraftDetails>;

  /** @param fields - an array as in PUT document/fields @throws AppError 400 naming the problems */
  abstract fields(fields: unknown): Promise<FieldPlacement[]>;

  /** @throws AppError 400 naming the problems */
  abstract sending(body: object): Promise<SendDetails>;
}
