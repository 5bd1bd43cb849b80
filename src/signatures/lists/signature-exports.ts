import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../activity/activity-log.js';
import { type Actor } from '../../activity/domain/activity-event.js';
import { type Caller } from '../../auth/principal.js';
import { CSV_START, csvLine } from '../../common/csv.js';
import { AppError } from '../../common/errors.js';
import { inBatches } from '../../common/keyset.js';
import { type ZipEntry, zipName } from '../../common/zip-stream.js';
import { DocumentDownloadService } from '../documents/document-download.service.js';
import { stateOf } from '../domain/request-state.js';
import { NEWEST_FIRST } from './domain/list-order.js';
import { type RequestSearch } from './domain/request-search.js';
import { type RequestRow } from './request-row.queries.js';
import { SignatureSearchQueries } from './signature-search.queries.js';

const COLUMNS = [
  'id',
  'type',
  'status',
  'subject',
  'senderName',
  'createdAt',
  'dateSent',
  'expiresDate',
  'updatedAt',
] as const satisfies readonly (keyof RequestRow)[];

const COMPLETED = ['completed'] as const;

/** Exports the requests found by a search as files, newest first, and records that. */
@Injectable()
export class SignatureExports {
  constructor(
    private readonly searches: SignatureSearchQueries,
    private readonly downloads: DocumentDownloadService,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * As CSV, with the signers of a request in one cell. Times are UTC.
   * @param filters - the names of the fields that the search uses, for the record
   */
  async csv(by: Actor, search: RequestSearch, filters: readonly string[]): Promise<AsyncGenerator<string>> {
    await this.activity.recordAlone({ ...by, type: 'signatures_exported', data: { filters } });
    return this.lines(search);
  }

  /**
   * The sealed PDFs of completed requests. Each is recorded in its request's audit trail as downloaded.
   * @param filters - as of `csv`
   */
  async sealedDocuments(
    caller: Caller,
    search: RequestSearch,
    filters: readonly string[],
  ): Promise<AsyncGenerator<ZipEntry>> {
    const { organizationId, userId, ip: address } = caller;
    await this.activity.recordAlone({
      organizationId,
      userId,
      address,
      type: 'sealed_documents_exported',
      data: { filters },
    });
    return this.entries(caller, search);
  }

  private async *lines(search: RequestSearch): AsyncGenerator<string> {
    yield CSV_START + csvLine([...COLUMNS, 'signers']);
    for await (const batch of this.batches(search)) yield batch.map(lineOf).join('');
  }

  private async *entries(caller: Caller, search: RequestSearch): AsyncGenerator<ZipEntry> {
    const { isCancelled = false, statuses = COMPLETED } = search;
    if (isCancelled || !statuses.includes('completed')) return;
    for await (const batch of this.batches({ ...search, isCancelled, statuses: COMPLETED })) {
      for (const { id, updatedAt } of batch) {
        const file = await this.downloads.readPart(caller, id, 'signed').catch(nullIfGone);
        if (file) yield { name: zipName(`${id} ${file.fileName}`), bytes: file.bytes, changedAt: updatedAt };
      }
    }
  }

  private batches(search: RequestSearch): AsyncGenerator<RequestRow[]> {
    const order = NEWEST_FIRST;
    return inBatches((before, limit) =>
      this.searches.browse(search, {
        order,
        before: before && { time: before.createdAt, id: before.id },
        limit,
      }),
    );
  }
}

function lineOf(row: RequestRow): string {
  const signers = row.signers.map(
    ({ email, name, status }) => `${name ? `${name} <${email}>` : email}: ${status}`,
  );
  const shown = { ...row, status: stateOf(row) };
  return csvLine([...COLUMNS.map((name) => cellOf(shown[name])), signers.join('; ')]);
}

const cellOf = (value: string | number | Date | null) =>
  value instanceof Date ? value.toISOString() : value;

/** A request can be cancelled while others are being read. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.statusCode === 404) return null;
  throw error;
}
