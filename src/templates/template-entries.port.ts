import { type FieldError } from '../common/errors.js';
import { type GivenArchive } from './template-archives.js';
import { type GivenDefinition } from './template-definitions.js';
import { type TemplateSending } from './template-sendings.js';
import { type TemplateDetails } from './templates.service.js';

/** What a template is to be sent with, without what is wrong in itself. */
export interface EnteredSending {
  sending: TemplateSending;
  faults: FieldError[];
}

/**
 * Reads input for a template from a source other than a JSON body, such as a form, by the API's rules: the same members,
 * limits and errors.
 */
export abstract class TemplateEntries {
  /** The largest archive, in bytes. */
  abstract readonly maxArchiveBytes: number;

  /** @throws AppError 400 naming the problems */
  abstract details(body: object): Promise<TemplateDetails>;

  /** @param body - as in PUT definition, without its revision @throws AppError 400 naming the problems */
  abstract definition(body: object): Promise<GivenDefinition>;

  /** @param note - of a version @throws AppError 400 naming the problem */
  abstract note(note: string): Promise<string>;

  /** Reads as much as is right of the body of POST send, and says what is wrong with the rest. */
  abstract sending(body: object): Promise<EnteredSending>;

  /** @throws AppError 400 `template_archive_invalid`, 413 `template_archive_too_large` */
  abstract archive(bytes: Buffer): Promise<GivenArchive>;
}
