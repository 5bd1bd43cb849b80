import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { type ActivityType } from '../../activity/domain/activity-event.js';
import { Transactions } from '../../platform/database/transactions.js';
import { type PageResult, Redirect, StreamedDownload } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.service.js';
import { actorOf } from '../domain/actor-of.js';
import { queryOf } from '../domain/address-query.js';
import { isWrong, type ReadFilter } from '../domain/filter-fields.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** What the export of a list holds in memory at most: some hundred rows. */
const ROWS_BYTES = 1024 * 1024;

const MIME_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
} as const;

export interface ListExport {
  /** The list whose rows it has. */
  list: { address: string; choice: ReadFilter<unknown, string> };
  type: ActivityType;
  /** What the activity says about it. */
  data: Record<string, unknown>;
  /** The file's name without its ending, which follows from the format. */
  baseName: string;
  format: keyof typeof MIME_TYPES;
  /** What it holds in memory at most. */
  sizeBytes?: number;
  read(): AsyncIterable<string> | Readable;
}

/** Sends lists as files that are generated while they are read, however long they become. */
@Injectable()
export class ListExports {
  constructor(
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
    private readonly downloads: Downloads,
  ) {}

  /**
   * Records the export before anything is read. A wrong filter leads to the list, which says what is wrong.
   * @throws AppError 429 or 503 if there are too many downloads
   */
  async send(visit: DashboardVisit, reply: FastifyReply, wanted: ListExport): Promise<PageResult> {
    const { organizationId } = visit;
    const { list, type, data, baseName, format, sizeBytes = ROWS_BYTES } = wanted;
    if (isWrong(list.choice)) return new Redirect(list.address + queryOf(list.choice.entered));
    return this.downloads.load(reply, { organizationId, sizeBytes }, async () => {
      await this.transactions.run((tx) => this.activity.record(tx, { ...actorOf(visit), type, data }));
      const read = wanted.read();
      const stream = read instanceof Readable ? read : Readable.from(read);
      return new StreamedDownload(stream, MIME_TYPES[format], `${baseName}-${organizationId}.${format}`);
    });
  }
}
