import { type AnswerOf, type BodyOf, type QueryOf } from '../operations.js';
import { type CallOptions, type ChangeOptions } from '../options.js';
import { type Pages, pagesOf } from '../pages.js';
import { json, type Transport } from '../transport.js';
import { type RowsType, uploadOf, type UploadSource } from '../uploads.js';

/** Requests sent from the rows of a file. */
export class BulkSends {
  constructor(private readonly transport: Transport) {}

  /** From a published version, which stays the same; without rows. */
  create(bulkSend: BodyOf<'bulkSendsCreate'>, options?: ChangeOptions): Promise<AnswerOf<'bulkSendsCreate'>> {
    return this.transport.json('bulkSendsCreate', { body: json(bulkSend), options });
  }

  /** The latest first. */
  list(query: QueryOf<'bulkSendsList'> = {}, options?: CallOptions): Pages<AnswerOf<'bulkSendsList'>> {
    return pagesOf(this.transport, 'bulkSendsList', query, options);
  }

  get(bulkSendId: number, options?: CallOptions): Promise<AnswerOf<'bulkSendsGet'>> {
    return this.transport.json('bulkSendsGet', { path: { bulkSendId }, options });
  }

  /** Uploads rows and checks all of them; nothing is sent. A JSON array is sent with the query's `format`. */
  upload(
    bulkSendId: number,
    source: UploadSource,
    {
      type = 'text/csv',
      query = {},
      ...options
    }: ChangeOptions & {
      type?: RowsType;
      query?: QueryOf<'bulkRowsPut'>;
    } = {},
  ): Promise<AnswerOf<'bulkRowsPut'>> {
    const body = uploadOf(source, type);
    return this.transport.json('bulkRowsPut', { path: { bulkSendId }, query, body, options });
  }

  /** Rows without their values, with everything that is wrong with them. */
  rows(
    bulkSendId: number,
    query: QueryOf<'bulkSendsRows'> = {},
    options?: CallOptions,
  ): Promise<AnswerOf<'bulkSendsRows'>> {
    return this.transport.json('bulkSendsRows', { path: { bulkSendId }, query, options });
  }

  start(
    bulkSendId: number,
    confirmation: BodyOf<'bulkSendsStart'> = {},
    options?: ChangeOptions,
  ): Promise<AnswerOf<'bulkSendsStart'>> {
    return this.transport.json('bulkSendsStart', { path: { bulkSendId }, body: json(confirmation), options });
  }

  /** Once it answers, no further row is sent. */
  pause(bulkSendId: number, options?: ChangeOptions): Promise<AnswerOf<'bulkSendsPause'>> {
    return this.transport.json('bulkSendsPause', { path: { bulkSendId }, options });
  }

  resume(bulkSendId: number, options?: ChangeOptions): Promise<AnswerOf<'bulkSendsResume'>> {
    return this.transport.json('bulkSendsResume', { path: { bulkSendId }, options });
  }

  /** Requests that were made stay as they are. */
  cancel(bulkSendId: number, options?: ChangeOptions): Promise<AnswerOf<'bulkSendsCancel'>> {
    return this.transport.json('bulkSendsCancel', { path: { bulkSendId }, options });
  }

  /** Sends the rows once more whose requests could not be made. */
  retry(bulkSendId: number, options?: ChangeOptions): Promise<AnswerOf<'bulkSendsRetry'>> {
    return this.transport.json('bulkSendsRetry', { path: { bulkSendId }, options });
  }

  /** The rows with faults as CSV, to be corrected and uploaded again. */
  errors(bulkSendId: number, options?: CallOptions): Promise<Uint8Array> {
    return this.transport.bytes('bulkRowsErrors', { path: { bulkSendId }, options });
  }

  /** What became of each row, as CSV. */
  results(bulkSendId: number, options?: CallOptions): Promise<Uint8Array> {
    return this.transport.bytes('bulkRowsResults', { path: { bulkSendId }, options });
  }

  /** A CSV file with every column that a template takes, and one row as an example. */
  exampleFile(
    templateId: number,
    query: QueryOf<'rowsFileExample'> = {},
    options?: CallOptions,
  ): Promise<Uint8Array> {
    return this.transport.bytes('rowsFileExample', { path: { templateId }, query, options });
  }
}
