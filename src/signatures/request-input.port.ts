import { type FieldPlacement } from './domain/field-placement.js';
import { type SendDetails } from './domain/send-details.js';
import { type DraftDetails } from './signature.queries.js';

/**
 * Reads what is given for a request from a source other than a JSON body, such as a form, by the rules of the API: the same
 * members, limits and errors.
 */
export abstract class RequestInput {
  /** @throws AppError 400 naming what is wrong */
  abstract draft(body: object): Promise<DraftDetails>;

  /** @param fields - an array as in PUT document/fields @throws AppError 400 naming what is wrong */
  abstract fields(fields: unknown): Promise<FieldPlacement[]>;

  /** @throws AppError 400 naming what is wrong */
  abstract sending(body: object): Promise<SendDetails>;
}
