import { Injectable } from '@nestjs/common';
import { type Caller } from '../auth/principal.js';
import { CSV_START, csvLine } from '../common/csv.js';
import { AppError } from '../common/errors.js';
import { inBatches } from '../common/keyset.js';
import { type ZipEntry, zipName } from '../common/zip-stream.js';
import { DocumentDownloadService } from './document-download.service.js';
import { NEWEST_FIRST } from './domain/list-order.js';
import { type SignatureSearch, type SignatureSummaryRow } from './signature-list.queries.js';
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
] as const satisfies readonly (keyof SignatureSummaryRow)[];

/** The requests that a search finds, as files, the newest first. */
@Injectable()
export class SignatureExports {
  constructor(
    private readonly searches: SignatureSearchQueries,
    private readonly downloads: DocumentDownloadService,
  ) {}

  /** As CSV, with the signers of a request in one cell. Times are UTC. */
  async *csv(search: SignatureSearch): AsyncGenerator<string> {
    yield CSV_START + csvLine([...COLUMNS, 'signers']);
    for await (const batch of this.batches(search)) yield batch.map(lineOf).join('');
  }

  /** The sealed PDFs of those that are completed. Each is recorded in its request's audit trail as downloaded. */
  async *sealedDocuments(caller: Caller, search: SignatureSearch): AsyncGenerator<ZipEntry> {
    if (search.status && search.status !== 'completed') return;
    for await (const batch of this.batches({ ...search, status: 'completed' })) {
      for (const { id, updatedAt } of batch) {
        const file = await this.downloads.readPart(caller, id, 'signed').catch(nullIfGone);
        if (file) yield { name: zipName(`${id} ${file.fileName}`), bytes: file.bytes, changedAt: updatedAt };
      }
    }
  }

  private batches(search: SignatureSearch): AsyncGenerator<SignatureSummaryRow[]> {
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

function lineOf(row: SignatureSummaryRow): string {
  const signers = row.signers.map(
    ({ email, name, status }) => `${name ? `${name} <${email}>` : email}: ${status}`,
  );
  return csvLine([...COLUMNS.map((name) => cellOf(row[name])), signers.join('; ')]);
}

const cellOf = (value: string | number | Date | null) =>
  value instanceof Date ? value.toISOString() : value;

/** A request may be cancelled while others are read. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.statusCode === 404) return null;
  throw error;
}
